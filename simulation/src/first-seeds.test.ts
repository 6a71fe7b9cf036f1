import { simulateSeeds } from './simulate-seeds.fixture';

simulateSeeds(1, 25);
