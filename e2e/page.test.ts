import { jest } from '@jest/globals';
import { behaviourCases } from './cases/web/stub/behaviour';
import { speedCases } from './cases/web/stub/speed';

// The trading page at a stub of an exchange. Frames are measured by name: they count on a machine that nothing else uses.
jest.setTimeout(120_000);

behaviourCases();
speedCases(process.env['PAGE_SPEED'] !== undefined);
