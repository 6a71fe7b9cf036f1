import { assert } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ActionStep,
  type AuditEntry,
  approve,
  canonicalJson,
  chained,
  EMPTY_LOG,
  type EntryContent,
  type LogHead,
  OpenBusiness,
  type Person,
  type Proposal,
  rejectProposal,
  storedEntry,
  submit,
  withdraw,
} from '.';
import { sha256 } from './operator-log.fixture';

const nora: Person = { name: 'nora', roles: ['market', 'risk'] };
const otto: Person = { name: 'otto', roles: ['market'] };
const vera: Person = { name: 'vera', roles: ['viewer'] };
const open: ActionStep = { action: 'set-market-status', content: { market: 'ETHDAI', status: 'open' } };
const resume: ActionStep = { action: 'resume-withdrawals', content: {} };
const reason = 'the fault is mended';
const EXPIRES = 1_000;

/** A log in memory, with what it leaves to be done. */
class Desk {
  readonly business = new OpenBusiness();
  head: LogHead = EMPTY_LOG;

  write(person: string, content: EntryContent): AuditEntry {
    const entry = chained(this.head, { at: 5, person }, content);
    this.head = storedEntry(entry, sha256);
    this.business.apply(entry);
    return entry;
  }

  propose(person: Person, ...steps: ActionStep[]): Proposal {
    const submitted = submit({ person, steps, reason, people: 2 }, EXPIRES);
    assert(submitted.ok, 'refused');
    for (const content of submitted.value) this.write(person.name, content);
    const proposal = this.business.proposals.at(-1);
    assert(proposal !== undefined, 'no proposal');
    return proposal;
  }
}

describe('what is submitted', () => {
  it('becomes orders at once where one person is enough', () => {
    const submitted = submit({ person: nora, steps: [open, resume], reason, people: 1 }, EXPIRES);
    expect(submitted).toMatchObject({
      ok: true,
      value: [{ kind: 'ordered', approvals: [] }, { kind: 'ordered' }],
    });
  });

  it('is refused without the role for each step, a reason, or steps', () => {
    const by = (person: Person, steps: ActionStep[], why = reason) =>
      submit({ person, steps, reason: why, people: 1 }, EXPIRES);
    expect(by(vera, [open])).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(by(otto, [open, resume])).toMatchObject({ code: 'NOT_ALLOWED', message: /resume-withdrawals/ });
    for (const why of ['', '   ', 'x'.repeat(501)])
      expect(by(nora, [open], why)).toMatchObject({ code: 'INVALID_FIELD', message: /reason/ });
    expect(by(nora, [])).toMatchObject({ code: 'INVALID_FIELD' });
  });
});

describe('a proposal', () => {
  it('becomes orders of the proposer by the approval of another', () => {
    const desk = new Desk();
    const proposal = desk.propose(otto, open, open);
    const approval = approve(proposal, nora, 'agreed', EXPIRES - 1);
    assert(approval.ok, 'refused');
    desk.write('nora', approval.value.approved);
    for (const order of approval.value.orders) desk.write('otto', order);
    expect(desk.business.proposals).toEqual([]);
    expect(desk.business.orders).toMatchObject([
      { seq: 3, person: 'otto', approvals: ['nora'], reason, ...open },
      { seq: 4 },
    ]);
  });

  it('is approved by nobody who proposed it, lacks a role, or comes too late', () => {
    const proposal = new Desk().propose(nora, open, resume);
    expect(approve(proposal, nora, 'agreed', 1)).toMatchObject({ code: 'NOT_ALLOWED', message: /your own/ });
    expect(approve(proposal, otto, 'agreed', 1)).toMatchObject({ code: 'NOT_ALLOWED', message: /resume/ });
    const late = { ...nora, name: 'nils' };
    expect(approve(proposal, late, 'agreed', EXPIRES)).toMatchObject({ message: /expired/ });
    expect(approve(proposal, late, ' ', 1)).toMatchObject({ message: /reason/ });
  });

  it('is withdrawn by its proposer alone, and rejected by others who may do it', () => {
    const proposal = new Desk().propose(otto, open);
    expect(withdraw(proposal, nora, 'no')).toMatchObject({ ok: false });
    expect(rejectProposal(proposal, otto, 'no')).toMatchObject({ ok: false });
    expect(rejectProposal(proposal, vera, 'no')).toMatchObject({ ok: false });
    expect(withdraw(proposal, otto, 'no')).toMatchObject({ ok: true, value: { kind: 'withdrawn' } });
    expect(rejectProposal(proposal, nora, 'no')).toMatchObject({ ok: true, value: { kind: 'rejected' } });
  });
});

describe('open business', () => {
  it('ends with what came of it, and roles count once they are done', () => {
    const desk = new Desk();
    const step: ActionStep = { action: 'set-roles', content: { person: 'vera', roles: ['market', 'none'] } };
    const order: EntryContent = { kind: 'ordered', ...step, reason, approvals: ['otto'], proposal: null };
    desk.write('nora', order);
    desk.write('nora', order);
    desk.write('nora', { kind: 'refused', order: 1, code: 'INVALID_FIELD', message: 'no' });
    expect(desk.business.rolesOf('vera')).toBeUndefined();
    desk.write('nora', { kind: 'done', order: 2, effects: [] });
    expect(desk.business.orders).toEqual([]);
    expect(desk.business.rolesOf('vera')).toEqual(['market']);
    expect(() => desk.write('nora', { kind: 'done', order: 2, effects: [] })).toThrow(/no order 2/);
  });
});

it('canonical text is the same for every order of members, and reads back as the value', () => {
  const json = fc
    .jsonValue({ noUnicodeString: false })
    .filter((value) => !/[\d]e|\d\.\d/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(json, (value) => {
      const read = JSON.parse(JSON.stringify(value)) as never;
      let text: string;
      try {
        text = canonicalJson(read);
      } catch {
        return;
      }
      expect(JSON.parse(text)).toEqual(read);
      expect(canonicalJson(JSON.parse(text) as never)).toBe(text);
    }),
  );
  expect(canonicalJson({ b: [1, null], a: true })).toBe(canonicalJson({ a: true, b: [1, null] }));
  expect(() => canonicalJson(1.5)).toThrow(/whole/);
  expect(() => canonicalJson('\ud800')).toThrow(/Unicode/);
});
