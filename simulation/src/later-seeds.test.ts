import { simulateSeeds } from './simulate-seeds.fixture';

simulateSeeds(26, 50);
