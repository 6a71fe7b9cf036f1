import { answersOf, type seedCommands, type SeedCommandName } from './commands';
import type { Message } from './events';
import { signature } from './objects';
import type { ReadPacket } from './read-packet';
import { type Read, uint, Violation } from './readers';

/** Answers that carry the signature which was asked for, where the layout alone would allow none. */
interface Signed {
  readonly signWithdrawal: { readonly signature: Signature & { readonly nonce: number } };
  readonly signDelegationRemoval: { readonly removalSignature: Signature };
}
type Signature = Read<typeof signature>;

/** What a command is answered with. */
export type Answer<C extends SeedCommandName> = Message<(typeof seedCommands)[C]['answers'][number]> &
  (C extends keyof Signed ? Signed[C] : unknown);

/** Throws a Violation if a first packet is neither a refusal nor what the tables name for the command. */
export function checkAnswer(c: string, packet: ReadPacket): void {
  if (packet.name === 'error') return;
  const named = answersOf(c);
  if (!named.includes(packet.name)) throw new Violation(c, `${named.join(' or ')} first`, packet.message);
  if (c === 'signWithdrawal' && packet.name === 'ledgerEntryStatus') {
    const { nonce, ...parts } = packet.read.signature;
    signature(parts, `${c}.signature`);
    uint(nonce, `${c}.signature.nonce`);
  }
  if (c === 'signDelegationRemoval' && packet.name === 'delegateStatus') {
    signature(packet.read.removalSignature, `${c}.removalSignature`);
  }
}
