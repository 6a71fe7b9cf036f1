'use strict';
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const timerConfig = {
  idToRef: (id) => ({ id, ref: () => undefined, unref: () => undefined }),
  refToId: (timer) => timer?.id,
};

/** How many times as long as it says a test or a hook may take; `npm test` asks for more than one (tools/test.mjs). */
const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);

/** What the global object holds, by name. */
const globals = () => Reflect.ownKeys(globalThis).map((key) => [key, own(key)]);
const own = (key) => Object.getOwnPropertyDescriptor(globalThis, key);
const same = (one, other) => one.value === other.value && one.get === other.get && one.set === other.set;

/**
 * Test files run among Node's own globals, as the exchange does, not in a context of their own: there every `BigInt`, `Map` or
 * `Error` is looked up through a proxy, and what Node or a package makes is of another realm (`error instanceof Error` is
 * false). What a file changes in globals, variables of the environment and the working folder is set right after it.
 */
module.exports = class Environment {
  global = globalThis;
  #globals = new Map(globals());
  #variables = { ...process.env };
  #folder = process.cwd();
  #exit = process.exit;
  #patient = new WeakSet();

  constructor({ projectConfig: config }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config, global: globalThis };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const [key, is] of globals()) this.#restore(key, is);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.chdir(this.#folder);
    process.exit = this.#exit;
    this.global = null;
  }

  /** Where several tiers share the machine, what a test may take says nothing of what is tested: all of them get more. */
  handleTestEvent({ name, test, hook }, { testTimeout }) {
    const limited = name === 'test_start' ? test : name === 'hook_start' ? hook : undefined;
    if (limited === undefined || this.#patient.has(limited)) return;
    this.#patient.add(limited);
    limited.timeout = (limited.timeout ?? testTimeout) * PATIENCE;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest takes nothing for "torn down"; see runtime.cjs. */
  getVmContext() {
    return this.global;
  }

  #restore(key, is) {
    const was = this.#globals.get(key);
    if (!is.configurable || (was && same(was, is))) return;
    if (was) Object.defineProperty(globalThis, key, was);
    else delete globalThis[key];
  }
};
