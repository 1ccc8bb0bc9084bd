// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "render/shaders.h"

// clang-format off
const char pl_shader_version[] = "#version 330 core\n";

// A shadow map tells how deep behind the first lit surface a point lies: nothing is shadow, little
// is where light still seeps through. One texel is read, at a place that differs from pixel to
// pixel and pass to pass; the mean over the passes is smooth.
const char pl_shader_still[] = "#define LIGHTS 8\n#define LOOKS 1\n#define GROUND 20.0\n";
const char pl_shader_draft[] = "#define LIGHTS 6\n#define LOOKS 2\n#define GROUND 40.0\n";
const char pl_shader_light[] =
"#define KEYS 2\n"
"uniform sampler2DArray shadow_maps;\n"
"uniform mat4x3 light_matrix[LIGHTS];\n"   // to texels and depth in the scene's units
"uniform float map_end;\n"                // the last texel
"uniform vec3 light_direction[LIGHTS];\n"
"uniform vec3 light_colour[LIGHTS];\n"
"uniform vec3 light_size[LIGHTS];\n"      // a texel's size, the map's depth, angle to neighbours
"uniform ivec2 noise_shift;\n"
"uniform float pass_number;\n"
"uniform float floor_height;\n"
"vec2 pixel_noise() {\n"                  // 0 to 1, even over any few pixels (Jimenez 2014)
"    vec2 at = gl_FragCoord.xy + vec2(noise_shift);\n"
"    vec2 dots = vec2(dot(at, vec2(0.06711056, 0.00583715)),\n"
"                     dot(at + vec2(47.0, 17.0), vec2(0.00583715, 0.06711056)));\n"
"    return fract(52.9829189 * fract(dots) + pass_number * vec2(0.75487767, 0.56984029));\n"
"}\n"
"vec2 jitter(vec2 noise, int k) {\n"      // -0.5 to 0.5, another one for each light
"    return fract(noise + float(k) * vec2(0.81917251, 0.67104360)) - 0.5;\n"
"}\n"
"float depth_behind(int k, vec3 p) {\n"
"    vec3 q = light_matrix[k] * vec4(p, 1.0);\n"
"    ivec2 at = ivec2(clamp(q.xy, vec2(0.0), vec2(map_end)));\n"
"    float d = texelFetch(shadow_maps, ivec3(at, k), 0).r;\n"
"    return d < 1.0 ? q.z - d * light_size[k].y : -1.0;\n"
"}\n";

const char pl_deform_vertex[] =
"layout(location = 0) in vec3 position;\n"
"layout(location = 1) in uvec4 segments;\n"
"layout(location = 2) in vec4 weights;\n"
"out vec3 place;\n"
"void main() {\n"
"    vec3 facing;\n"                     // of no use: normals come from the triangles
"    plump_deform(position, vec3(0.0), segments, weights, place, facing);\n"
"    gl_Position = vec4(0.0);\n"
"}\n";

// A corner's normal from the triangles of its ring, as scene_corners.c weights them; written as a
// pl_scene_corner.
const char pl_ring_vertex[] =
"#version 330 core\n"
"layout(location = 0) in uvec3 ring;\n"   // vertex, first pair, how many
"layout(location = 1) in uint paint;\n"
"layout(location = 2) in vec2 image_place;\n"
"uniform samplerBuffer places;\n"
"uniform usamplerBuffer pairs;\n"
"uniform mat4 placement;\n"
"out vec3 position;\n"
"flat out uvec2 normal;\n"
"flat out uint colour;\n"
"out vec2 texcoord;\n"
"vec3 place_of(uint vertex) {\n"
"    int i = 3 * int(vertex);\n"
"    return vec3(texelFetch(places, i).r, texelFetch(places, i + 1).r,\n"
"                texelFetch(places, i + 2).r);\n"
"}\n"
"void main() {\n"
"    vec3 at = place_of(ring.x), sum = vec3(0.0), own = vec3(0.0);\n"
"    for (uint i = 0u; i < ring.z; ++i) {\n"
"        uvec2 pair = texelFetch(pairs, int(ring.y + i)).rg;\n"
"        vec3 a = mat3(placement) * (place_of(pair.x) - at);\n"
"        vec3 b = mat3(placement) * (place_of(pair.y) - at);\n"
"        vec3 n = cross(a, b);\n"
"        float area = length(n), reach = length(a) * length(b);\n"
"        if (area <= 0.0) continue;\n"
"        n /= area;\n"
"        if (i == 0u) own = n;\n"
"        sum += acos(clamp(dot(a, b) / reach, -1.0, 1.0)) * n;\n"
"    }\n"
"    float size = length(sum);\n"
"    ivec3 n = ivec3(round((size > 1e-9 ? sum / size : own) * 32767.0));\n"
"    position = (placement * vec4(at, 1.0)).xyz;\n"
"    normal = uvec2(uint(n.x) & 0xFFFFu | uint(n.y) << 16, uint(n.z) & 0xFFFFu);\n"
"    colour = paint;\n"
"    texcoord = image_place;\n"
"    gl_Position = vec4(0.0);\n"
"}\n";

const char pl_shadow_vertex[] =
"#version 330 core\n"
"layout(location = 0) in vec3 position;\n"
"uniform mat4 matrix;\n"
"void main() { gl_Position = vec4((matrix * vec4(position, 1.0)).xyz * 2.0 - 1.0, 1.0); }\n";

const char pl_shadow_fragment[] =
"void main() {}\n";

// First what is seen, then its light: small triangles would otherwise pay for light on every pixel
// they touch. Kept per pixel: where light is looked up, how fast it seeps in, normal, colour.
//
// Shadows on a coarse mesh betray its triangles, since they lie below the smooth surface their
// normals promise. So light is looked up from a point lifted to that surface (after Hanika 2021,
// "Hacking the shadow terminator"): the mean of p's projections on the corners' tangent planes,
// p - sum u_i n_i (n_i.p - n_i.v_i), whose parts (n n^T and n n.v) can be interpolated.
const char pl_surface_vertex[] =
"#version 330 core\n"
"layout(location = 0) in vec3 position;\n"
"layout(location = 1) in vec3 normal;\n"
"layout(location = 2) in vec4 colour;\n"
"layout(location = 3) in vec2 texcoord;\n"
"uniform mat4 matrix;\n"
"uniform float floor_cut;\n"             // what is lower is cut away
"out vec2 v_texcoord;\n"
"out vec3 v_position, v_normal, v_diagonal, v_mixed, v_plane;\n"
"out vec4 v_colour;\n"
"noperspective out vec3 v_corner;\n"
"void main() {\n"
"    gl_Position = matrix * vec4(position, 1.0);\n"
"    gl_ClipDistance[0] = position.y - floor_cut;\n"
"    v_position = position;\n"
"    v_normal = normal;\n"
"    v_diagonal = normal * normal;\n"
"    v_mixed = normal.xyz * normal.yzx;\n"
"    v_plane = normal * dot(normal, position);\n"
"    v_colour = colour;\n"
"    v_texcoord = texcoord;\n"
"    int corner = gl_VertexID % 3;\n"
"    v_corner = vec3(corner == 0, corner == 1, corner == 2);\n"
"}\n";

const char pl_surface_fragment[] =
"in vec3 v_position, v_normal, v_diagonal, v_mixed, v_plane;\n"
"in vec4 v_colour;\n"
"noperspective in vec3 v_corner;\n"
"uniform vec4 back_colour;\n"             // colours are sRGB here
"uniform float seep;\n"                   // 1 / how deep light gets into the item; below 0: ground
"uniform vec4 wire_colour;\n"
"uniform float wire_width;\n"             // 0: none
"uniform vec4 fade;\n"                   // middle, and 1 / radius; 0: none
"layout(location = 0) out vec4 place;\n"
"layout(location = 1) out vec4 facing;\n"
"layout(location = 2) out vec4 colour;\n"
"#ifdef TEXTURED\n"
"in vec2 v_texcoord;\n"
"uniform sampler2D image;\n"             // read as light, not as sRGB
"vec3 outside() {\n"
"    vec3 own = v_colour.rgb;\n"
"    vec3 light = mix(own / 12.92, pow((own + 0.055) / 1.055, vec3(2.4)),\n"
"                     step(vec3(0.04045), own)) * texture(image, v_texcoord).rgb;\n"
"    vec3 seen = mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055,\n"
"                    step(vec3(0.0031308), light));\n"
"    return mix(seen, own, v_colour.a);\n"
"}\n"
"#else\n"
"vec3 outside() { return v_colour.rgb; }\n"
"#endif\n"
"float wire() {\n"
"    vec3 grow = vec3(length(vec2(dFdx(v_corner.x), dFdy(v_corner.x))),\n"
"                     length(vec2(dFdx(v_corner.y), dFdy(v_corner.y))),\n"
"                     length(vec2(dFdx(v_corner.z), dFdy(v_corner.z))));\n"
"    vec3 away = v_corner / max(grow, 1e-6);\n"
"    float nearest = min(away.x, min(away.y, away.z));\n"
"    float height = 1.0 / max(max(grow.x, max(grow.y, grow.z)), 1e-6);\n"  // pixels
"    float fade = clamp(height / (4.0 * wire_width), 0.0, 1.0);\n"
"    return clamp(0.5 * wire_width + 0.5 - nearest, 0.0, 1.0) * fade;\n"
"}\n"
"void main() {\n"
"    vec3 p = v_position, d = v_diagonal, m = v_mixed;\n"  // m: xy, yz, zx
"    vec3 n = v_normal * inversesqrt(max(dot(v_normal, v_normal), 1e-12));\n"
"    vec3 off = v_plane - vec3(d.x * p.x + m.x * p.y + m.z * p.z,\n"
"                              m.x * p.x + d.y * p.y + m.y * p.z,\n"
"                              m.z * p.x + m.y * p.y + d.z * p.z);\n"
"    if (!gl_FrontFacing) n = -n;\n"
"    place = vec4(p + n * max(dot(off, n), 0.0), seep);\n"
"    facing = vec4(n, gl_FrontFacing ? 0.0 : 1.0);\n"
"    vec3 c = gl_FrontFacing ? outside() : mix(back_colour.rgb, v_colour.rgb, v_colour.a);\n"
"    if (wire_width > 0.0) c = mix(c, wire_colour.rgb, wire() * wire_colour.a);\n"
"    colour = vec4(c, 1.0 - smoothstep(0.25, 0.68, distance(p, fade.xyz) * fade.w));\n"
"}\n";

// A thin clear wall, lit without shadows: the more slanting the look, the longer its way through
// the wall and the more it mirrors the sky.
const char pl_glass_fragment[] =
"in vec3 v_position, v_normal;\n"
"in vec4 v_colour;\n"
"uniform vec4 eye;\n"                    // w 0: parallel, xyz the direction to the eye
"uniform vec3 lamp, lamp_colour, sky_colour;\n"
"uniform float opacity;\n"
"out vec4 result;\n"
"void main() {\n"
"    vec3 n = v_normal * inversesqrt(max(dot(v_normal, v_normal), 1e-12));\n"
"    if (!gl_FrontFacing) n = -n;\n"
"    vec3 to_eye = normalize(eye.w > 0.0 ? eye.xyz - v_position : eye.xyz);\n"
"    float straight = clamp(dot(n, to_eye), 0.0, 1.0), rim = 1.0 - straight;\n"
"    float wall = 1.0 - pow(1.0 - opacity, 1.0 / max(straight, 0.1));\n"
"    vec3 albedo = v_colour.rgb;\n"
"    albedo = mix(albedo / 12.92, pow((albedo + 0.055) / 1.055, vec3(2.4)),\n"
"                 step(vec3(0.04045), albedo));\n"
"    vec3 lit = sky_colour * (0.7 + 0.3 * n.y) + lamp_colour * (0.5 * max(dot(n, lamp), 0.0));\n"
"    vec3 mirrored = reflect(-to_eye, n);\n"
"    float mirror = (0.04 + 0.96 * rim * rim * rim * rim * rim) * 0.7;\n"
"    vec3 around = vec3(0.62 + 0.3 * mirrored.y);\n"
"    float shine = pow(max(dot(mirrored, lamp), 0.0), 160.0) * 0.7;\n"
"    vec3 c = albedo * lit * (0.86 * wall) + around * mirror + lamp_colour * shine;\n"
"    result = vec4(min(c, vec3(1.0)), clamp(wall + mirror + shine, 0.0, 1.0));\n"
"}\n";

// The point is jittered within its tangent plane, where a flat surface cannot shade itself, and moved
// off it by a few texels for the curved ones: no acne, and hardly a gap. For the lamp a first look
// tells how far away is what shades it, a second one blurs by the gap to the neighbouring lights at
// that distance, so that the single lights' shadows melt into each other; a draft, which has fewer
// lights, looks on both sides. The sky's many faint ones
// are blurred evenly; on ground, where their shadows lie side by side, more.
const char pl_shade_fragment[] =
"uniform sampler2D place_map, facing_map, colour_map;\n"
"uniform vec4 eye;\n"                     // w 0: parallel, xyz the direction to the eye
"uniform float bounce_reach;\n"           // height over which the floor's light fades in
"uniform float side;\n"                   // 1, or -1 when the studio is upside down
"out vec4 result;\n"
"float seep(float behind, float facing) {\n"  // light that comes through from the other side
"    return exp2(min(-behind, 0.0)) * clamp(0.45 - 0.55 * facing, 0.0, 1.0);\n"
"}\n"
"void main() {\n"
"    ivec2 at = ivec2(gl_FragCoord.xy);\n"
"    vec4 place = texelFetch(place_map, at, 0);\n"
"    vec3 p = place.xyz;\n"
"    vec4 faces = texelFetch(facing_map, at, 0);\n"
"    vec3 n = faces.xyz;\n"
"    vec4 seen = texelFetch(colour_map, at, 0);\n"
"    vec3 albedo = seen.rgb;\n"
"    albedo = mix(albedo / 12.92, pow((albedo + 0.055) / 1.055, vec3(2.4)),\n"
"                 step(vec3(0.04045), albedo));\n"
"    vec3 to_eye = normalize(eye.w > 0.0 ? eye.xyz - p : eye.xyz);\n"
"    vec3 across = abs(n.y) < 0.9 ? vec3(n.z, 0.0, -n.x) : vec3(0.0, -n.z, n.y);\n"
"    across *= inversesqrt(max(dot(across, across), 1e-12));\n"
"    vec3 along = cross(n, across);\n"
"    vec2 noise = pixel_noise();\n"
"    float bounce = smoothstep(0.0, 1.0, 0.25 + (p.y - floor_height) * side / bounce_reach);\n"
"    // the inside of a broken surface gets a light of its own, or holes would be black\n"
"    vec3 lit = vec3(0.3 * faces.w), seeping = vec3(0.0), shine = vec3(0.0);\n"
"    for (int k = 0; k < KEYS; ++k) {\n"
"        vec3 l = light_direction[k];\n"
"        float facing = dot(n, l), texel = light_size[k].x;\n"
"        vec2 off = jitter(noise, k);\n"
"        vec3 slide = across * off.x + along * off.y;\n"
"        float behind = depth_behind(k, p + (n * 2.0 + slide * 4.0) * texel);\n"
"        float blur = clamp(behind * light_size[k].z * 1.2, texel, 0.08);\n"
"        slide = across * off.y - along * off.x;\n"
"        float open = 0.0;\n"
"        for (int i = 0; i < LOOKS; ++i, slide = -slide) {\n"
"            vec3 near = p + n * (1.6 * texel + 0.15 * blur) + slide * (2.0 * blur);\n"
"            if (depth_behind(k, near) < 0.0) open += max(facing, 0.0) / float(LOOKS);\n"
"        }\n"
"        lit += light_colour[k] * open;\n"
"        seeping += light_colour[k] * seep(behind * abs(place.w), facing);\n"
"        vec3 h = normalize(l + to_eye);\n"
"        shine += light_colour[k] * (open * 4.0 * pow(max(dot(n, h), 0.0), 90.0));\n"
"    }\n"
"    for (int k = KEYS; k < LIGHTS; ++k) {\n"
"        vec3 l = light_direction[k];\n"
"        vec3 light = light_colour[k] * (l.y * side < 0.0 ? bounce : 1.0);\n"
"        float facing = dot(n, l);\n"
"        vec2 off = jitter(noise, k) * (place.w < 0.0 ? GROUND : 9.0);\n"
"        float behind = depth_behind(k, p + (n * 3.2 + across * off.x + along * off.y)\n"
"                                           * light_size[k].x);\n"
"        lit += light * (behind < 0.0 ? max(facing, 0.0) : 0.0);\n"
"        seeping += light * seep(behind * abs(place.w), facing);\n"
"    }\n"
"    float rim = 1.0 - max(dot(n, to_eye), 0.0);\n"
"    float fresnel = 0.04 + 0.96 * rim * rim * rim * rim * rim;\n"
"    vec3 warm = sqrt(albedo) * albedo * vec3(1.25, 1.0, 0.9) + 0.02;\n"
"    vec3 c = albedo * lit + (0.14 + rim * 0.30) * warm * seeping + shine * 0.05\n"
"           + fresnel * 0.10 * lit;\n"
"    c *= 0.86;\n"
"    c = mix(c, 0.72 + 0.28 * (1.0 - exp((0.72 - c) / 0.28)), step(0.72, c));\n"
"    result = vec4(c * seen.a, seen.a);\n"
"}\n";

// What the floor misses of an open floor's light goes into a map of the floor first, finest in the
// middle; w = u / (1 + c - c|u|) stretches it. It is made of 16 x 16 tiles, and those that the
// picture does not show are left out.
const char pl_floor_map_vertex[] =
"#version 330 core\n"
"uniform mat4 matrix;\n"
"uniform float floor_height, floor_radius, floor_stretch;\n"
"uniform float map_size;\n"
"void main() {\n"
"    vec2 low = vec2(gl_InstanceID % 16, gl_InstanceID / 16) / 8.0 - 1.0;\n"
"    vec2 high = low + 1.0 / 8.0, more = vec2(8.0 / map_size);\n"  // smoothing reaches further
"    vec2 first = max(low - more, -1.0), last = min(high + more, 1.0);\n"
"    vec2 near = clamp(vec2(0.0), first, last);\n"
"    near /= 1.0 + floor_stretch - floor_stretch * abs(near);\n"
"    bool hidden = length(near) > 1.01;\n"
"    ivec4 beyond = ivec4(0);\n"
"    for (int i = 0; i < 4; ++i) {\n"
"        vec2 u = vec2((i & 1) == 0 ? first.x : last.x, (i & 2) == 0 ? first.y : last.y);\n"
"        vec2 w = u / (1.0 + floor_stretch - floor_stretch * abs(u)) * floor_radius;\n"
"        vec4 at = matrix * vec4(w.x, floor_height, w.y, 1.0);\n"
"        beyond += ivec4(lessThan(vec4(at.w + at.x, at.w - at.x, at.w + at.y, at.w - at.y),\n"
"                                 vec4(0.0)));\n"
"    }\n"
"    hidden = hidden || any(equal(beyond, ivec4(4)));\n"
"    vec2 u = vec2((gl_VertexID & 1) == 0 ? low.x : high.x, gl_VertexID < 2 ? low.y : high.y);\n"
"    gl_Position = hidden ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(u, 0.0, 1.0);\n"
"}\n";

// Looked up twice, as above.
const char pl_floor_map_fragment[] =
"uniform float floor_radius, floor_stretch;\n"
"uniform float map_size;\n"
"out vec4 result;\n"
"void main() {\n"
"    vec2 u = gl_FragCoord.xy / map_size * 2.0 - 1.0;\n"
"    vec2 w = u / (1.0 + floor_stretch - floor_stretch * abs(u)) * floor_radius;\n"
"    vec3 p = vec3(w.x, floor_height, w.y);\n"
"    vec2 noise = pixel_noise();\n"
"    vec3 missing = vec3(0.0);\n"
"    for (int k = 0; k < LIGHTS - 1; ++k) {\n"  // the last is from below
"        vec2 off = jitter(noise, k);\n"
"        vec3 along = vec3(off.x, 0.0, off.y);\n"
"        float first = depth_behind(k, p + along * (6.0 * light_size[k].x));\n"
"        float blur = max(first * light_size[k].z * 1.4, 2.0 * light_size[k].x);\n"
"        float behind = depth_behind(k, p + along.zyx * (2.0 * blur));\n"
"        if (behind >= 0.0) missing += light_colour[k] * light_direction[k].y;\n"
"    }\n"
"    result = vec4(missing, 1.0);\n"
"}\n";

const char pl_floor_vertex[] =
"#version 330 core\n"
"uniform mat4 matrix;\n"
"uniform float floor_height, floor_radius;\n"
"out vec2 v_place;\n"
"void main() {\n"                         // a fan of 64 around the middle
"    float angle = float(gl_VertexID - 1) * (6.28318531 / 64.0);\n"
"    float r = gl_VertexID == 0 ? 0.0 : 1.01;\n"
"    v_place = vec2(r * cos(angle), r * sin(angle));\n"
"    gl_Position = matrix * vec4(v_place.x * floor_radius, floor_height,\n"
"                                v_place.y * floor_radius, 1.0);\n"
"}\n";

// Smooths the map over 5 texels one way.
const char pl_blur_fragment[] =
"uniform sampler2D source;\n"
"uniform ivec2 way;\n"
"out vec4 result;\n"
"void main() {\n"
"    ivec2 at = ivec2(gl_FragCoord.xy), end = textureSize(source, 0) - 1;\n"
"    vec4 sum = vec4(0.0);\n"
"    float weights = 0.0;\n"
"    for (int i = -2; i <= 2; ++i) {\n"
"        float weight = exp(-0.35 * float(i * i));\n"
"        sum += weight * texelFetch(source, clamp(at + i * way, ivec2(0), end), 0);\n"
"        weights += weight;\n"
"    }\n"
"    result = sum / weights;\n"
"}\n";

// The floor has the background's colour, darkened by its map; with a transparent background only
// that darkening is drawn.
const char pl_floor_fragment[] =
"in vec2 v_place;\n"
"uniform sampler2D floor_map;\n"
"uniform vec4 background;\n"              // linear, not premultiplied
"uniform vec3 open_floor;\n"              // what the map would hold in full shadow
"uniform float floor_stretch;\n"
"out vec4 result;\n"
"void main() {\n"
"    vec2 u = v_place * (1.0 + floor_stretch) / (1.0 + floor_stretch * abs(v_place));\n"
"    vec3 missing = texture(floor_map, u * 0.5 + 0.5).rgb;\n"
"    float fade = 1.0 - smoothstep(0.3, 1.0, length(v_place));\n"
"    vec3 keep = 1.0 - missing / open_floor * fade;\n"
"    float shade = dot(keep, vec3(0.3333333));\n"
"    result = vec4(background.rgb * background.a * keep,\n"
"                  background.a + (1.0 - background.a) * (1.0 - shade));\n"
"}\n";

const char pl_line_vertex[] =
"#version 330 core\n"
"layout(location = 0) in vec3 from;\n"
"layout(location = 1) in vec3 to;\n"
"layout(location = 2) in float width;\n"
"layout(location = 3) in vec4 colour;\n"
"uniform mat4 matrix;\n"
"uniform vec2 size;\n"                    // of the window, in pixels
"uniform float lift;\n"                   // towards the eye, in units of depth
"flat out vec4 v_colour;\n"
"flat out vec2 v_from, v_to;\n"
"flat out float v_radius;\n"
"void main() {\n"
"    vec4 a = matrix * vec4(from, 1.0), b = matrix * vec4(to, 1.0);\n"
"    v_from = (a.xy / a.w * 0.5 + 0.5) * size;\n"
"    v_to = (b.xy / b.w * 0.5 + 0.5) * size;\n"
"    v_radius = 0.5 * width;\n"
"    v_colour = colour;\n"
"    vec2 along = v_to - v_from;\n"
"    float reach = length(along);\n"
"    along = reach > 1e-4 ? along / reach : vec2(1.0, 0.0);\n"
"    bool at_end = gl_VertexID >= 2;\n"
"    float turn = (gl_VertexID & 1) == 0 ? 1.0 : -1.0;\n"
"    vec2 corner = (at_end ? v_to + along * v_radius : v_from - along * v_radius)\n"
"                + vec2(-along.y, along.x) * (v_radius * turn);\n"
"    vec4 clip = at_end ? b : a;\n"
"    gl_Position = vec4((corner / size * 2.0 - 1.0) * clip.w, clip.z - lift * clip.w, clip.w);\n"
"}\n";

const char pl_line_fragment[] =
"flat in vec4 v_colour;\n"
"flat in vec2 v_from, v_to;\n"
"flat in float v_radius;\n"
"uniform float opacity;\n"
"out vec4 result;\n"
"void main() {\n"
"    vec2 along = v_to - v_from, off = gl_FragCoord.xy - v_from;\n"
"    float t = clamp(dot(off, along) / max(dot(along, along), 1e-6), 0.0, 1.0);\n"
"    if (length(off - t * along) > v_radius) discard;\n"
"    vec3 c = v_colour.rgb;\n"
"    c = mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), c));\n"
"    float a = opacity * v_colour.a;\n"
"    result = vec4(c * a, a);\n"
"}\n";

const char pl_screen_vertex[] =
"#version 330 core\n"
"void main() {\n"
"    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 1.0, 1.0);\n"
"}\n";

const char pl_add_fragment[] =
"uniform sampler2D source;\n"
"out vec4 result;\n"
"void main() { result = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }\n";

// The mean of the passes over floor and background, as sRGB. Dithered by less than half a step:
// gradients do not band, and an even background stays even.
const char pl_resolve_fragment[] =
"uniform sampler2D source, below;\n"
"uniform float share;\n"
"uniform vec2 noise_shift;\n"
"out vec4 result;\n"
"void main() {\n"
"    ivec2 at = ivec2(gl_FragCoord.xy);\n"
"    vec4 sum = texelFetch(source, at, 0) * share;\n"
"    sum += texelFetch(below, at, 0) * (1.0 - sum.a);\n"
"    vec3 c = clamp(sum.rgb / max(sum.a, 1e-4), 0.0, 1.0);\n"
"    c = mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));\n"
"    float n = fract(52.9829189 * fract(dot(gl_FragCoord.xy + noise_shift,\n"
"                                           vec2(0.06711056, 0.00583715))));\n"
"    result = vec4(c + (n - 0.5) * (0.7 / 255.0), sum.a);\n"
"}\n";
