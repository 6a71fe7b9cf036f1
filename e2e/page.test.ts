import { jest } from '@jest/globals';
import { behaviourCases } from './cases/web/stub/behaviour';
import { speedCases } from './cases/web/stub/speed';

// The trading page at a stub of an exchange. Its times are taken by `npm run bench:page`.
jest.setTimeout(120_000);

behaviourCases();
speedCases();
