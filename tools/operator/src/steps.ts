import { readFileSync } from 'node:fs';
import type { AskedStep } from '../../kit/operator/desk-client';
import { wrong } from './options';

/** The steps that a command says: an action with its fields, or a file of several. */
export function stepsOf([action = '', ...fields]: readonly string[]): readonly AskedStep[] {
  if (action === 'apply') return stepsIn(fields);
  return [{ action, content: Object.fromEntries(fields.map(fieldOf)) }];
}

function stepsIn([file, ...more]: readonly string[]): readonly AskedStep[] {
  if (file === undefined || more.length > 0) throw wrong('apply takes one file');
  return jsonOf(readFileSync(file, 'utf8'), file) as AskedStep[];
}

/** The desk knows which fields are numbers; lists and objects are JSON, and so is null. */
function fieldOf(word: string): [name: string, value: unknown] {
  const at = word.indexOf('=');
  if (at < 1) throw wrong(`a field is NAME=VALUE, not ${word}`);
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
