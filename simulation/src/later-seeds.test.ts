import { simulateSeeds } from '../test/simulate-seeds.fixture';

simulateSeeds(26, 51);
