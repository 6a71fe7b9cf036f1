import { DeskError, type ShownDryRun, type ShownEntry, type AskedStep } from './desk-client';
import { type DeskPlace, signedIn } from './sign-in';

/** So many steps are submitted at once. */
const STEPS_MAX = 200;

/**
 * Has steps done by the two people of an embedded exchange: one proposes, the other approves. What is so already is left out,
 * and so is what its owner refuses with `accepted`. Throws what any other was refused with.
 */
export async function byTwo(
  place: DeskPlace,
  steps: readonly AskedStep[],
  reason: string,
  accepted?: string,
): Promise<void> {
  const [nora, otto] = await Promise.all([signedIn(place, 'nora'), signedIn(place, 'otto')]);
  const tryThese = async (some: readonly AskedStep[]): Promise<readonly AskedStep[]> => {
    try {
      const { steps: tried }: ShownDryRun = await nora.dryRun(some);
      return some.filter((_, index) => (tried[index]?.effects.length ?? 0) > 0);
    } catch (error) {
      if (error instanceof DeskError && error.code === accepted && some.length === 1) return [];
      throw error;
    }
  };
  // One that is refused would hide what the others would do.
  const groups = accepted === undefined ? chunks(steps, STEPS_MAX) : chunks(steps, 1);
  const wanted = (await Promise.all(groups.map(tryThese))).flat();
  for (const some of chunks(wanted, STEPS_MAX)) {
    const submitted = await nora.submit(some, reason);
    const [first] = submitted;
    const entries = first?.kind === 'proposed' ? await otto.judge('approve', first.seq, reason) : submitted;
    (await nora.outcomes(entries)).forEach(requireDone);
  }
}

function requireDone({ kind, order, code, message }: ShownEntry): void {
  if (kind !== 'done')
    throw new Error(`order ${String(order)} was refused: ${String(code)}: ${String(message)}`);
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
