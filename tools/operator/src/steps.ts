import { readFileSync } from 'node:fs';
import type { AskedStep } from '../../kit/operator/desk-client';
import { wrong } from './usage';

/** The steps that a command says: an action with its fields, or a file of several. */
export function stepsOf([action = '', ...fields]: readonly string[]): readonly AskedStep[] {
  if (action === 'apply') return stepsIn(fields);
  return [{ action, content: Object.fromEntries(fields.map((field) => fieldOf(field))) }];
}

function stepsIn([file, ...more]: readonly string[]): readonly AskedStep[] {
  if (file === undefined || more.length > 0) throw wrong('apply takes one file', 'apply');
  const steps = jsonOf(readFileSync(file, 'utf8'), file);
  if (!Array.isArray(steps)) throw wrong(`${file} is no list of actions`, 'apply');
  return steps as AskedStep[];
}

/** The desk knows which fields are numbers; lists and objects are JSON, and so is null. */
export function fieldOf(word: string, command?: string): [name: string, value: unknown] {
  const at = word.indexOf('=');
  if (at < 1) throw wrong(`a field is NAME=VALUE, not ${word}`, command);
  const [name, text] = [word.slice(0, at), word.slice(at + 1)];
  return [name, /^[[{]|^null$/.test(text) ? jsonOf(text, name) : text];
}

function jsonOf(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is no JSON: ${String(error)}`, { cause: error });
  }
}
