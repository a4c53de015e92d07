/* The table of games and the versions. A new game is one more line here. */
#include <gpscore/gpscore.h>

static const gpscore_game *const games[] = {
    &gps_game,
    &solar_game,
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
