/* The table of games and the versions. A new game is one more line here. */
#include <gpscore/gpscore.h>
#include <gpscore/unstable.h>

#include "config.h"
#include "text.h"

static const gpscore_game *const games[] = {
#ifndef GPSCORE_NO_GPS
    &gps_game,
#endif
#ifndef GPSCORE_NO_SOLAR
    &solar_game,
#endif
};

const gpscore_game *gpscore_game_at(size_t index) {
    return index < sizeof games / sizeof games[0] ? games[index] : NULL;
}

const gpscore_game *gpscore_game_find(const char *name, size_t length) {
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        size_t i = 0;
        while (i < length && games[g]->name[i] && games[g]->name[i] == name[i]) i++;
        if (i == length && !games[g]->name[i]) return games[g];
    }
    return NULL;
}

static uint64_t mix_name(uint64_t h, const char *name) {
    for (; *name; name++) h = gpscore_mix(h ^ (uint8_t)*name);
    return gpscore_mix(h ^ 0x100u);
}

uint64_t gpscore_observation_hash(const gpscore_game *game) {
    uint64_t h = mix_name(0, game->name);
    h = gpscore_mix(h ^ game->observation_version) ^ game->observation_size;
    for (uint32_t i = 0; i < game->observation_slices; i++) {
        const gpscore_slice *slice = &game->observation[i];
        h = mix_name(h, slice->name);
        h = gpscore_mix(
            h ^ ((uint64_t)slice->offset | (uint64_t)slice->length << 16 | (uint64_t)slice->scale << 32));
    }
    return h;
}

const char *gpscore_version(void) { return GPSCORE_VERSION_STRING; }

uint32_t gpscore_abi(void) { return GPSCORE_ABI; }

gpscore_status gpscore_check_sizes(const gpscore_sizes *seen, gpscore_error *error) {
    const gpscore_sizes here = GPSCORE_SIZES;
    const uint32_t theirs[] = {seen->gps_rules,   seen->gps_state,   seen->gps_undo_info,
                               seen->solar_rules, seen->solar_state, seen->solar_undo_info};
    const uint32_t ours[] = {here.gps_rules,   here.gps_state,   here.gps_undo_info,
                             here.solar_rules, here.solar_state, here.solar_undo_info};
    if (seen->abi != here.abi) {
        return gpscore__fail(error, GPSCORE_ABI_MISMATCH, seen->abi, here.abi, 0, 0);
    }
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (theirs[i] != ours[i])
            return gpscore__fail(error, GPSCORE_STRUCT_SIZE, theirs[i], ours[i], (int64_t)i, 0);
    }
    return GPSCORE_OK;
}

gpscore_status gpscore_check_unstable(uint32_t seen, gpscore_error *error) {
    if (seen == GPSCORE_UNSTABLE_ABI) return GPSCORE_OK;
    return gpscore__fail(error, GPSCORE_UNSTABLE_MISMATCH, seen, GPSCORE_UNSTABLE_ABI, 0, 0);
}

gpscore_status gpscore_check_state(const gpscore_game *game, const void *rules, const void *state,
                                   size_t size, gpscore_error *error) {
    const unsigned past = (unsigned)((uintptr_t)state % sizeof(uint64_t));
    if (size != game->state_size) {
        return gpscore__fail(error, GPSCORE_STRUCT_SIZE, (int64_t)size, game->state_size, 0, 0);
    }
    if (past) return gpscore__fail(error, GPSCORE_STRUCT_ALIGNMENT, past, sizeof(uint64_t), 0, 0);
    const uint32_t problems = game->validate(rules, state);
    return problems ? gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0) : GPSCORE_OK;
}
