import { type Browser, chromium } from 'playwright-core';

/** Starts Chromium without a window: the one that `CHROMIUM` names, else Debian's. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // Root has no sandbox; the pages are our own.
    args: ['--no-sandbox', '--disable-gpu'],
  });
