/* gpscore/status.h - status codes, error values and their words.
 *
 * Every fallible call returns a gpscore_status and, on failure, fills the caller's gpscore_error (which
 * may be NULL) and leaves everything else as it was. Nothing in the core prints, exits or allocates.
 *
 * Thread safety: the functions read and write only what they are given. Failure: gpscore_status_count and
 * gpscore_error_text cannot fail; the others here say what they return when there is nothing. */
#ifndef GPSCORE_STATUS_H
#define GPSCORE_STATUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an embedder does about a status; the Python exception classes are these. */
typedef enum gpscore_status_class {
    GPSCORE_CLASS_OK = 0,       /* nothing went wrong */
    GPSCORE_CLASS_USAGE = 1,    /* the call itself: a buffer too small, nothing to undo */
    GPSCORE_CLASS_RULES = 2,    /* an option of the rules is out of its range */
    GPSCORE_CLASS_PARSE = 3,    /* text that does not parse; gpscore_error.position says where */
    GPSCORE_CLASS_FORMAT = 4,   /* bytes that are damaged, foreign or of another version */
    GPSCORE_CLASS_POSITION = 5, /* a position that cannot be; operand 0 is the mask of problems */
    GPSCORE_CLASS_ILLEGAL = 6,  /* an action that the rules do not allow now */
    GPSCORE_CLASS_BOARD = 7 /* a board of the solar system that cannot be; the operands name the place */
} gpscore_status_class;

/* The one list of statuses: X(NAME, value, CLASS, rule, words).
 *
 * Names and values are stable within a major version, and values have gaps on purpose. In the words an
 * operand stands in braces: its number, 0 to 3; a letter for how it is told; behind a colon its name, which
 * is stable too and which hosts translate by (docs/reasons.md). Letters:
 *
 *     (none)  a number               o  an owner of figures (4: a neutral one)
 *     c       a character, its code  n  a planet      m  a moon
 *     s       a set of satellites    x  a space of the solar system, 8 * ring + x
 *     p       a set of players       w  what is counted: solar_resource and SOLAR_COUNTED_*
 *
 * A set is a mask: bit i is satellite i + 1, or player i. Rule ids are those of docs/rules. */
#define GPSCORE_STATUS_LIST(X)                                                                           \
    X(OK, 0, OK, "", "ok")                                                                               \
    X(BUFFER_TOO_SMALL, 1, USAGE, "", "the buffer holds {0:size} bytes, but {1:needed} are needed")      \
    X(NO_SUCH_PLAYER, 2, USAGE, "G1", "there is no player {0:player}; the players are 0 to {1:last}")    \
    X(NOTHING_TO_UNDO, 3, USAGE, "", "there is nothing to undo")                                         \
    X(NO_SUCH_POLICY, 4, USAGE, "", "there is no bundled player number {0:policy}")                      \
    X(NOT_CHANCE, 5, USAGE, "", "no chance event is due")                                                \
    X(NO_SUCH_GAME, 6, USAGE, "", "there is no game of that name")                                       \
    X(BATCH_LANES, 7, USAGE, "", "a batch cannot have {0:lanes} lanes; it must be 1 to {1:most}")        \
    X(BATCH_FIRST_LANE, 8, USAGE, "",                                                                    \
      "first_lane is {0:value}; with {1:lanes} lanes it must be 0 to {2:most}")                          \
    X(BATCH_AUTORESET, 9, USAGE, "", "there is no autoreset number {0:value}")                           \
    X(BATCH_KERNEL, 10, USAGE, "", "kernel number {0:kernel} is not available here")                     \
    X(BATCH_OBSERVE, 11, USAGE, "", "there is no form of observation number {0:value}")                  \
    X(BATCH_RESERVED, 12, USAGE, "", "the reserved options of a batch must be 0")                        \
    X(BATCH_HOST, 13, USAGE, "", "an embedded game needs its host; batches are of games played alone")   \
    X(BATCH_ARRAY, 14, USAGE, "",                                                                        \
      "array number {0:array} of the batch is missing, or not aligned to {1:alignment} bytes")           \
    X(BATCH_LANE, 15, USAGE, "", "there is no lane {0:lane}; the lanes are 0 to {1:last}")               \
    X(BATCH_OVER, 16, USAGE, "",                                                                         \
      "nobody chooses any more in this state; a lane is for games that go on")                           \
    X(BATCH_RECORD, 17, USAGE, "", "the record of a lane does not fit its state or the batch")           \
    X(NO_SUCH_SEAT, 18, USAGE, "", "there is no player {0:player}; the players are 0 to {1:last}")       \
    X(RULES_PLAYERS, 20, RULES, "G1", "players is {0:value}; it must be 1 to {1:most}")                  \
    X(RULES_SATELLITES, 21, RULES, "R11", "satellites is {0:value}; it must be {1:least} to {2:most}")   \
    X(RULES_SPACES, 22, RULES, "R2",                                                                     \
      "spaces is {0:value}; with {1:satellites} satellites it must be {2:least} to {3:most}, so "        \
      "that an empty space is left")                                                                     \
    X(RULES_FACE_UP, 23, RULES, "R11",                                                                   \
      "face_up is {0:value}; with {1:satellites} satellites it must be 1 to {1:satellites}")             \
    X(RULES_WINS, 24, RULES, "R10", "wins is {0:value}; it must be 1 to {1:most}")                       \
    X(RULES_TURN_LIMIT, 25, RULES, "R12", "turn_limit is {0:value}; it must be 0 (none) to {1:most}")    \
    X(RULES_WEIGHT_COUNT, 26, RULES, "R7", "{0:count} spin weights were given for {1:spaces} spaces")    \
    X(RULES_WEIGHT_RANGE, 27, RULES, "R7",                                                               \
      "the spin weight of space {0:space} is {1:value}; it must be 0 to {2:most}")                       \
    X(RULES_WEIGHT_ZERO, 28, RULES, "R7", "all spin weights are 0; at least one space must be possible") \
    X(RULES_WEIGHT_SUM, 29, RULES, "R7",                                                                 \
      "the spin weights add up to {0:sum}; at most {1:most} is allowed")                                 \
    X(RULES_HOST, 30, RULES, "", "host is {0:value}; it must be 0 (alone) or 1 (embedded)")              \
    X(RULES_ROUNDS, 31, RULES, "S10",                                                                    \
      "rounds is {0:value}; it must be 1 to {1:most}, or 0 for the usual number")                        \
    X(RULES_PLUTO, 32, RULES, "S20", "pluto of player {0:player} is {1:value}; it must be 0 or 1")       \
    X(RULES_ORGANISATION, 33, RULES, "S21",                                                              \
      "organisation of player {0:player} is {1:value}; it must be 0 to {2:most}")                        \
    X(RULES_TRACE_POINTS, 34, RULES, "", "trace_points is {0:value}; it must be 0 to {1:most}")          \
    X(RULES_PUSH_TECH2, 35, RULES, "R4", "push_tech2 is {0:value}; it must be 0 or 1")                   \
    X(RULES_SIGNAL_POINTS, 36, RULES, "", "signal_points is {0:value}; it must be 0 to {1:most}")        \
    X(RULES_SEATS, 37, RULES, "", "players is {0:value}; it must be 1 to {1:most}")                      \
    X(PARSE_CHARACTER, 40, PARSE, "", "unexpected character {0c:character}")                             \
    X(PARSE_END, 41, PARSE, "", "the text ends too early")                                               \
    X(PARSE_TRAILING, 42, PARSE, "", "there is text after the end")                                      \
    X(PARSE_NUMBER, 43, PARSE, "", "a number from {0:least} to {1:most} is expected")                    \
    X(PARSE_WORD, 44, PARSE, "", "unknown word")                                                         \
    X(PARSE_DUPLICATE, 45, PARSE, "", "given twice")                                                     \
    X(PARSE_COUNT, 46, PARSE, "", "one for each player is expected: {1:players}, not {0:count}")         \
    X(PARSE_HIDDEN, 47, PARSE, "R5", "a view that hides choices (?) is not a whole state")               \
    X(PARSE_ORDER, 48, PARSE, "", "out of order: the text form is written in ascending order")           \
    X(PARSE_GPS_WINS, 49, PARSE, "",                                                                     \
      "wins of each player are expected: {1:players} numbers, not {0:count}")                            \
    X(PARSE_GPS_PHASE, 50, PARSE, "",                                                                    \
      "a phase is expected: setup, spin, choose, reveal, shuffle or over")                               \
    X(PARSE_GPS_OPTION, 51, PARSE, "",                                                                   \
      "an option is expected: players, spaces, satellites, face_up, wins, turn_limit or spin")           \
    X(PARSE_GPS_SPIN, 52, PARSE, "", "'uniform' is expected, or a weight for each space, such as 1,0,2") \
    X(PARSE_GPS_ACTION, 53, PARSE, "",                                                                   \
      "an action is expected: satellite and direction, such as 7cw, or spin:17, up:5, shuffle")          \
    X(PARSE_GPS_DIRECTION, 54, PARSE, "",                                                                \
      "a direction is expected after satellite {0:satellite}: cw or ccw")                                \
    X(PARSE_FORM, 55, PARSE, "", "that has another form, and only the one that is written is read")      \
    X(BYTES_LENGTH, 60, FORMAT, "",                                                                      \
      "{0:length} bytes were given; a packed state of these rules has {1:needed}")                       \
    X(BYTES_VERSION, 61, FORMAT, "",                                                                     \
      "the bytes are no packed form, or one of version {0:version}; this library reads {1:known}")       \
    X(BYTES_FOREIGN, 62, FORMAT, "", "it belongs to a game with other rules (their fingerprints differ)")\
    X(BYTES_CODE, 63, FORMAT, "", "satellite {0:satellite} has the code {1:code}, which has no meaning") \
    X(BYTES_UNUSED, 64, FORMAT, "", "bits that have no meaning here are not 0")                          \
    X(BYTES_BATCH, 65, FORMAT, "", "they are not a batch, whose bytes begin with GPSB")                  \
    X(BYTES_BATCH_LENGTH, 66, FORMAT, "", "{0:given} bytes were given; this batch has {1:expected}")     \
    X(BYTES_SUM, 67, FORMAT, "", "the bytes are damaged: their checksum is another one")                 \
    X(BYTES_RECORD, 68, FORMAT, "",                                                                      \
      "the record of lane {0:lane} does not fit its state or the batch")                                 \
    X(BYTES_END, 69, FORMAT, "", "the bytes end too early")                                              \
    X(BYTES_PLY, 70, FORMAT, "", "no ply has these bytes")                                               \
    X(ABI_MISMATCH, 75, FORMAT, "",                                                                      \
      "the caller was compiled against C ABI {0:theirs} of gpscore, but this library has ABI {1:here}")  \
    X(STRUCT_SIZE, 76, FORMAT, "",                                                                       \
      "a struct has {0:theirs} bytes, but {1:here} here: other headers were compiled")                   \
    X(STRUCT_ALIGNMENT, 77, FORMAT, "",                                                                  \
      "a struct lies {0:past} bytes past an address that divides by {1:alignment}")                      \
    X(UNSTABLE_MISMATCH, 78, FORMAT, "",                                                                 \
      "the caller was compiled against number {0:theirs} of the unstable part of gpscore, but this "     \
      "library has number {1:here}")                                                                     \
    X(POSITION_INVALID, 80, POSITION, "", "the position cannot be")                                      \
    X(BOARD_COUNT, 84, BOARD, "S1",                                                                      \
      "there are {0:planets} planets and {1:moons} moons; 1 to {2:most_planets} and 0 to "               \
      "{3:most_moons} are possible")                                                                     \
    X(BOARD_CELL, 85, BOARD, "S2",                                                                       \
      "layer {0:layer}, ring {1:ring}, sector {2:sector}: {3:content} is not the content of a cell")     \
    X(BOARD_NO_RING, 86, BOARD, "S2",                                                                    \
      "layer {0:layer} has no ring {1:ring}; sector {2:sector} of it must be a hole")                    \
    X(BOARD_BASE_HOLE, 87, BOARD, "S2",                                                                  \
      "ring {0:ring}, sector {1:sector} of the base is a hole; the base has none")                       \
    X(BOARD_PLANET_CELLS, 88, BOARD, "S2",                                                               \
      "planet {0:planet} stands on {1:cells} cells; it must be {2:needed}")                              \
    X(BOARD_COVERED, 89, BOARD, "S2",                                                                    \
      "planet {0:planet} on layer {1:layer}, ring {2:ring} can be covered by a disc above it")           \
    X(BOARD_PLANET, 90, BOARD, "S17", "planet {0:planet} has flags, points or data spaces out of range") \
    X(BOARD_REWARD, 91, BOARD, "R6", "list {0:list} has a reward out of range at place {1:place}")       \
    X(BOARD_MOON, 92, BOARD, "S18",                                                                      \
      "moon {0:moon} belongs to planet {1:planet}, to which no figure can land")                         \
    X(BOARD_NAME, 93, BOARD, "",                                                                         \
      "name {0:name} is a cell's word, given twice or not of lower-case letters, digits and _")          \
    X(BOARD_LIMIT, 94, BOARD, "",                                                                        \
      "number {0:number} of the costs, the limits, the data and the colours of stars is {1:value}; "     \
      "it must be {2:least} to {3:most}")                                                                \
    X(BOARD_OWNED, 95, BOARD, "S20", "planet {0:planet} is the second that has owners; one is possible") \
    X(BOARD_UNUSED, 96, BOARD, "",                                                                       \
      "what is behind the {0:planets} planets and {1:moons} moons of the board is not all 0")            \
    X(ILLEGAL_OVER, 100, ILLEGAL, "G9", "the game is over")                                              \
    X(ILLEGAL_UNKNOWN_ACTION, 101, ILLEGAL, "", "{0:action} is not an action of this game")              \
    X(ILLEGAL_FOREIGN_STATE, 102, ILLEGAL, "", "the state belongs to a game with other rules")           \
    X(ILLEGAL_PLAYER, 103, ILLEGAL, "G1", "there is no player {0:player}; the players are 0 to {1:last}")\
    X(ILLEGAL_CHANCE_ACTION, 104, ILLEGAL, "R5",                                                         \
      "that is a chance event; player {0:player} cannot choose it")                                      \
    X(ILLEGAL_NEEDS_PLAYER, 105, ILLEGAL, "R5", "that is a player's choice; chance cannot make it")      \
    X(ILLEGAL_CHOSEN, 106, ILLEGAL, "R5", "player {0:player} has already chosen this turn")              \
    X(ILLEGAL_JOINT_MISSING, 107, ILLEGAL, "R5", "a joint step needs a choice of {0p:missing} too")      \
    X(ILLEGAL_JOINT_EXTRA, 108, ILLEGAL, "R5",                                                           \
      "{0p:extra} cannot choose now; a joint step is for {1p:due}")                                      \
    X(ILLEGAL_HIDDEN, 109, ILLEGAL, "R5",                                                                \
      "this is a view that hides choices; only the whole state plays")                                   \
    X(ILLEGAL_INDEX, 110, ILLEGAL, "", "{0:index} is the index of no action here")                       \
    X(ILLEGAL_NOTHING_OPEN, 111, ILLEGAL, "R5", "player {0:player} has no open choice to take back")     \
    X(GPS_SPIN_DUE, 120, ILLEGAL, "G3", "the spinner must be spun first")                                \
    X(GPS_CHOICE_DUE, 121, ILLEGAL, "G4", "{0p:due} must choose first")                                  \
    X(GPS_REVEAL_DUE, 122, ILLEGAL, "G6", "player {0:player} must first turn a satellite face up")       \
    X(GPS_SHUFFLE_DUE, 123, ILLEGAL, "R10", "the satellites must first be shuffled for the next game")   \
    X(GPS_SPACE_RANGE, 124, ILLEGAL, "R2", "there is no space {0:space}; the spaces are 0 to {1:last}")  \
    X(GPS_SPIN_WEIGHT, 125, ILLEGAL, "R7", "the spinner cannot stop at space {0:space}: its weight is 0")\
    X(GPS_SATELLITE_RANGE, 126, ILLEGAL, "G1",                                                           \
      "there is no satellite {0:satellite}; the satellites are 1 to {1:last}")                           \
    X(GPS_PLACED, 127, ILLEGAL, "G4",                                                                    \
      "satellite {0:satellite} already stands at space {1:space}; face up to place: {2s:face_up}")       \
    X(GPS_FACE_DOWN, 128, ILLEGAL, "G4",                                                                 \
      "satellite {0:satellite} is still face down; face up to place: {1s:face_up}")                      \
    X(GPS_PLACE_FIRST, 129, ILLEGAL, "G7",                                                               \
      "nothing moves until all satellites are placed; face up to place: {0s:face_up}")                   \
    X(GPS_ALL_PLACED, 130, ILLEGAL, "G7", "all satellites are placed; a turn moves one of them")         \
    X(GPS_ONE_SPACE, 131, ILLEGAL, "R4",                                                                 \
      "satellite {0:satellite} can only go to space {1:space}, whichever way; that choice is "           \
      "written {0:satellite}cw")                                                                         \
    X(GPS_NOT_FACE_DOWN, 132, ILLEGAL, "R6",                                                             \
      "satellite {0:satellite} of player {1:player} is not face down; face down: {2s:face_down}")        \
    X(SOLAR_SETUP_DUE, 200, ILLEGAL, "R1",                                                               \
      "the board must first be set up by chance: discs, sector boards, tiles")                           \
    X(SOLAR_TILE_DUE, 201, ILLEGAL, "R8", "a tech tile must first be turned up")                         \
    X(SOLAR_NOT_YOUR_TURN, 202, ILLEGAL, "S7",                                                           \
      "it is for player {1:due} to act, not for player {0:player}")                                      \
    X(SOLAR_TECH_DUE, 203, ILLEGAL, "R7", "player {0:player} must first take a tech")                    \
    X(SOLAR_INCOME_DUE, 204, ILLEGAL, "R6",                                                              \
      "player {0:player} must first tuck a card for income, or decline")                                 \
    X(SOLAR_TRACE_DUE, 205, ILLEGAL, "R6", "player {0:player} must first choose the colour of a trace")  \
    X(SOLAR_SETTLE_DUE, 206, ILLEGAL, "R6", "the host must first settle a reward of player {0:player}")  \
    X(SOLAR_ROUND_DUE, 207, ILLEGAL, "S10", "all have passed; the host must begin the next round")       \
    X(SOLAR_ORG_DUE, 208, ILLEGAL, "R9", "the moves of Orbital Dynamics must first be made or left")     \
    X(SOLAR_MAIN_USED, 209, ILLEGAL, "S7", "the main action of this turn is used")                       \
    X(SOLAR_MAIN_DUE, 210, ILLEGAL, "S7", "the turn cannot end before its main action")                  \
    X(SOLAR_NO_CHOICE, 211, ILLEGAL, "R6", "no such choice is due")                                      \
    X(SOLAR_NO_FREE, 212, ILLEGAL, "S7", "no free action is possible inside this choice")                \
    X(SOLAR_NO_PROBE, 213, ILLEGAL, "S6",                                                                \
      "player {0:player} has no probe at ring {1:ring}, sector {2:sector}")                              \
    X(SOLAR_EDGE, 214, ILLEGAL, "S1",                                                                    \
      "ring {0:ring} is the last on that side; no move leaves the board or crosses the Sun")             \
    X(SOLAR_MOVES, 215, ILLEGAL, "S8",                                                                   \
      "that move costs {0:cost}; {1:available} can be paid from moves in hand and energy")               \
    X(SOLAR_SAME_PROBE, 216, ILLEGAL, "R9", "the second move is for another probe")                      \
    X(SOLAR_NO_INSTEAD, 217, ILLEGAL, "S9",                                                              \
      "a move instead of publicity needs the effect, and a planet with an icon")                         \
    X(SOLAR_CREDITS, 218, ILLEGAL, "S4",                                                                 \
      "credits needed: {0:needed}; player {2:player} has {1:available}")                                 \
    X(SOLAR_ENERGY, 219, ILLEGAL, "S16",                                                                 \
      "energy needed: {0:needed}; player {2:player} has {1:available}")                                  \
    X(SOLAR_PUBLICITY, 220, ILLEGAL, "R7",                                                               \
      "publicity needed: {0:needed}; player {2:player} has {1:available}")                               \
    X(SOLAR_CARDS, 221, ILLEGAL, "S7", "cards needed: {0:needed}; player {2:player} has {1:available}")  \
    X(SOLAR_LIMIT, 222, ILLEGAL, "S5",                                                                   \
      "probes of player {0:player} in space: {1:probes}; at most {2:limit} are possible")                \
    X(SOLAR_TOO_MANY, 223, ILLEGAL, "",                                                                  \
      "that would make {0:number} {2w:what}; at most {1:most} are possible")                             \
    X(SOLAR_TOO_FEW, 224, ILLEGAL, "",                                                                   \
      "{3w:what} needed: {0:needed}; player {2:player} has {1:available}")                            \
    X(SOLAR_NO_PLANET, 225, ILLEGAL, "S14", "{0n:planet} is none that figures go to")                    \
    X(SOLAR_NOT_AT_PLANET, 226, ILLEGAL, "S14",                                                          \
      "player {0:player} has no probe at {2x:space}, from where {1n:planet} is reached")                 \
    X(SOLAR_NOT_OWNER, 227, ILLEGAL, "S20", "player {0:player} does not own {1n:planet}")                \
    X(SOLAR_ONCE, 228, ILLEGAL, "S20",                                                                   \
      "player {0:player} has been to {1n:planet} that way already; its owners orbit and land there "     \
      "once each")                                                                                       \
    X(SOLAR_DATA_SPACE, 229, ILLEGAL, "S17",                                                             \
      "data space {0:data_space} of {1n:planet} is not to be taken; open are: {2s:open}")                \
    X(SOLAR_NO_MOON, 230, ILLEGAL, "S18", "there is no moon {0:moon}")                                   \
    X(SOLAR_MOON_TECH, 231, ILLEGAL, "S18",                                                              \
      "player {0:player} may not land on moons without probe tech 4")                                    \
    X(SOLAR_MOON_TAKEN, 232, ILLEGAL, "S18", "{0m:moon} holds a lander already")                         \
    X(SOLAR_ALL_TECHS, 233, ILLEGAL, "R7", "player {0:player} owns all four techs")                      \
    X(SOLAR_TECH_OWNED, 234, ILLEGAL, "R7", "player {0:player} owns tech {1:tech} already")              \
    X(SOLAR_NO_ORG, 235, ILLEGAL, "S21", "player {0:player} has no organisation with such an action")    \
    X(SOLAR_ORG_USED, 236, ILLEGAL, "S21", "the organisation's action was used in this round")           \
    X(SOLAR_ORG_TECH, 237, ILLEGAL, "R11", "tech {0:tech} is not one that this action can be used on")   \
    X(SOLAR_ORG_NO_MOVE, 238, ILLEGAL, "R9", "no probe of player {0:player} can make such a move")       \
    X(SOLAR_TILE_USED, 239, ILLEGAL, "R10", "the tile is Xenolab's, and must not be turned over")        \
    X(SOLAR_NO_CARD, 240, ILLEGAL, "R6", "player {0:player} has no card to tuck")                        \
    X(SOLAR_NOT_EMBEDDED, 241, ILLEGAL, "",                                                              \
      "effects are for an embedding host; this game is played alone")                                    \
    X(SOLAR_NOT_HOST, 242, ILLEGAL, "", "only the host applies effects, and nothing else")               \
    X(SOLAR_EFFECT_PLACE, 243, ILLEGAL, "",                                                              \
      "that effect has its place in a turn, or while a reward is to be settled; a tech, an income or a " \
      "trace that is to be chosen comes first, as do chance and the next round")                         \
    X(SOLAR_NOT_THERE, 244, ILLEGAL, "R5",                                                               \
      "{0o:owner} has no such figure there, or cannot have one: probes are the players' own")            \
    X(SOLAR_NOT_FREE, 245, ILLEGAL, "R5", "that space is not open")                                      \
    X(SOLAR_ENDED, 246, ILLEGAL, "S10", "the game is over")                                              \
    X(SOLAR_NO_PLAYER, 247, ILLEGAL, "", "there is no player {0:player}; the players are 0 to {1:last}") \
    X(SOLAR_CHANCE, 248, ILLEGAL, "R1", "that is a chance event; player {0:player} cannot choose it")    \
    X(SOLAR_NO_CHANCE, 249, ILLEGAL, "", "that is a player's choice; chance cannot make it")             \
    X(SOLAR_TUCK_DUE, 250, ILLEGAL, "S21",                                                               \
      "player {0:player} must first tuck a card for income, as the setup asks for")                      \
    X(SOLAR_ORBIT_CREDITS, 251, ILLEGAL, "S14",                                                          \
      "credits needed: {0:needed}; player {2:player} has {1:available}")                                 \
    X(SOLAR_ORBIT_ENERGY, 252, ILLEGAL, "S14",                                                           \
      "energy needed: {0:needed}; player {2:player} has {1:available}")                                  \
    X(SOLAR_BUY_PUBLICITY, 253, ILLEGAL, "S7",                                                           \
      "publicity needed: {0:needed}; player {2:player} has {1:available}")                               \
    X(SOLAR_OFF_TECH, 254, ILLEGAL, "R12",                                                               \
      "tech {0:tech} is not one that player {1:player} owns and can switch off")                         \
    X(SOLAR_NOT_NEXT, 255, ILLEGAL, "S6",                                                                \
      "{0x:space} is not next to the probe at {1x:origin}; a move goes to a neighbouring space")         \
    X(SOLAR_PLANET_NOT_NEXT, 256, ILLEGAL, "S6",                                                         \
      "{0n:planet} is not next to the probe at {1x:origin}; a move goes to a neighbouring space")        \
    X(SOLAR_DATA_DUE, 257, ILLEGAL, "S17",                                                               \
      "who lands on {0n:planet} takes an open data space: {1s:open}")                                    \
    X(SOLAR_LIMIT_CHANGE, 258, ILLEGAL, "S5",                                                            \
      "one effect changes the limit of probes by 10 at most, not by {0:number}")                         \
    X(SOLAR_NOT_ACTIVE, 259, ILLEGAL, "S5",                                                              \
      "for this turn only the limit of player {1:active} can change, who is on turn, not that of "       \
      "player {0:player}")                                                                               \
    X(SOLAR_ROUND_RUNNING, 260, ILLEGAL, "S10", "the next round begins when all have passed")            \
    X(SOLAR_JOINT, 261, ILLEGAL, "S7", "a joint step needs the choice of {0p:due}, who acts alone")      \
    X(SOLAR_NOTHING_OPEN, 262, ILLEGAL, "",                                                              \
      "player {0:player} has no open choice: here each is carried out at once") \
    X(SVG_SIZE, 300, USAGE, "",                                                                          \
      "the size of the picture is {0:value} px; it must be {1:least} to {2:most}")                       \
    X(SVG_THEME, 301, USAGE, "", "there is no theme number {0:theme}; the themes are 0 to {1:last}")     \
    X(SVG_ARROWS, 302, USAGE, "", "{0:count} arrows were given; at most {1:most} are drawn")             \
    X(SVG_SPACE, 303, USAGE, "", "arrow {0:arrow} names space {1:space}; the spaces are 0 to {2:last}")  \
    X(SVG_NO_PREFIX, 304, USAGE, "",                                                                     \
      "a prefix of ids is a letter, then letters, digits, '-' or '_', at most {0:most} in all")

typedef enum gpscore_status {
#define GPSCORE_X(name, value, cls, rule, words) GPSCORE_##name = value,
    GPSCORE_STATUS_LIST(GPSCORE_X)
#undef GPSCORE_X
} gpscore_status;

/* An error as a value: 48 bytes, no pointers. */
typedef struct gpscore_error {
    int32_t status; /* gpscore_status; GPSCORE_OK when there is none */
    int32_t position; /* byte offset in the text that was parsed, or -1 */
    int64_t operand[4]; /* what the words speak of, sets as masks; unused ones are 0 */
} gpscore_error;

/* One row of the list, for bindings that walk it. */
typedef struct gpscore_status_info {
    gpscore_status status;
    gpscore_status_class cls;
    const char *name; /* stable: "GPS_ONE_SPACE"; Python shows it in lower case */
    const char *rule; /* rule id of docs/rules, or "" */
    const char *words;
} gpscore_status_info;

/* The number of rows. */
size_t gpscore_status_count(void);

/* Row *index*, NULL past the end. */
const gpscore_status_info *gpscore_status_at(size_t index);

/* The row of *status*, or NULL when there is no such status. */
const gpscore_status_info *gpscore_status_find(int32_t status);

/* Write the error as a sentence, with its rule id in parentheses, into *buffer* of *size* bytes, always
 * NUL-terminated when size > 0. Returns the length of the whole sentence without the NUL, like snprintf. It
 * knows no board: planets and moons are told by their numbers. error_text of gpscore_game tells them by name. */
size_t gpscore_error_text(const gpscore_error *error, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
