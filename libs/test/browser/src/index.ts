/** A browser for tests of pages, and how pages look in it: apart from the kit, since few tests need Playwright. */
export { openBrowser } from './open-browser';
export { axeFindings, tooWide } from './looks';
