import { simulateSeeds } from '../test/simulate-seeds.fixture';

simulateSeeds(1, 25);
