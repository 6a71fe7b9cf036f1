import { expect, it } from '@jest/globals';
import { ALARM_CODES, alarmOf } from '.';

it.each(ALARM_CODES)('%s is a code in lower case, and says in sentences what it is', (code) => {
  const { means, act, raisedBy, page } = alarmOf(code);
  expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
  for (const text of [means, act]) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(raisedBy.length).toBeGreaterThan(0);
  expect(page).toMatch(/^[a-z-]+\.md$/);
});
