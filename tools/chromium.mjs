/** Finds the browser with which pages are tested: CHROMIUM, else the PATH, else (root on a Debian-like system) apt-get. */
import { findProgram } from './find-program.mjs';

const howTo = `There is no Chromium here, with which the pages are tested. Get one in any of these ways:
  - Debian:     sudo apt-get install chromium
  - elsewhere:  install Chromium or Chrome and name it:  CHROMIUM=/path/to/chrome`;

/** Path of a Chromium binary. Throws, saying how to get one, if there is none and none can be installed. */
export const findChromium = () => findProgram({ name: 'chromium', variable: 'CHROMIUM', howTo });
