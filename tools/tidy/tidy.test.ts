import { describe, expect, it } from '@jest/globals';
import { repositoryFiles } from './repository';
import { appsHaveTheirRooms, dependenciesArePinned, libsSayWhatTheyAre } from './rooms';
import { rules } from './rules';

describe('the repository', () => {
  const files = repositoryFiles();

  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(files.flatMap(rule)).toEqual([]);
  });

  it('has the same rooms in every app', () => {
    expect(appsHaveTheirRooms(files)).toEqual([]);
  });

  it('has libs that say what they are', () => {
    expect(libsSayWhatTheyAre(files)).toEqual([]);
  });

  it('pins every dependency', () => {
    expect(dependenciesArePinned(files)).toEqual([]);
  });
});
