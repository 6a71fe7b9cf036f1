import { modified, newestSource } from './newest-source.mjs';

/** The bundler leaves this file, below the root, when it has bundled everything, with the time at which it began. */
export const STAMP = 'dist/.bundled';

/** Tools are made of parts of the simulation and of the tests, and the reference of the interface's pages. */
export const SOURCES = ['apps', 'libs', 'tools', 'simulation', 'e2e', 'docs/interface'];

/** Whether everything was bundled since the sources and the packages were last changed. */
export const isBundled = () =>
  modified(STAMP) > Math.max(modified('package-lock.json'), newestSource(SOURCES));
