'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take long though their text is short: whole exchanges, then random runs. */
const LONG = [/[\\/]e2e[\\/]/, /(\.property|[\\/]seeds)\.test\.ts$/];

const rank = ({ path }) => {
  const found = LONG.findIndex((pattern) => pattern.test(path));
  return found < 0 ? LONG.length : found;
};

/**
 * Long files first, so that short ones fill what is left of both workers at the end. On a fresh clone Jest knows no times and
 * takes the longest text first.
 */
module.exports = class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
};
