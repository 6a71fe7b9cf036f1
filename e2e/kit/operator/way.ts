import type { AskedStep } from '../../../tools/kit/operator/desk-client';

/** What came of wanting a step: done by its order, or waiting for a second person. */
export interface WantedChange {
  readonly kind: 'ordered' | 'proposed';
  /** Of its entry in the log. */
  readonly seq: number;
}

/** How people act at the desk. Every step is tried first, without effect. */
export interface Way {
  readonly name: 'command line' | 'page';
  /** Wants a step, for a reason; an order is done when this resolves. */
  want(person: string, step: AskedStep, reason: string): Promise<WantedChange>;
  /** Approves a proposal; its orders are done when this resolves. */
  approve(person: string, proposal: number, reason: string): Promise<void>;
  /** What a person is told who may not do a step. */
  refusal(person: string, step: AskedStep): Promise<string>;
}
