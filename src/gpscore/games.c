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

const char *gpscore_version(void) { return GPSCORE_VERSION_STRING; }

uint32_t gpscore_abi(void) { return GPSCORE_ABI; }
