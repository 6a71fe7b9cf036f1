/** The process ends here, as far as the client can tell. */
class Crash extends Error {}

/** A process that ends before or after its n-th question is answered. */
export function crashing(last: number, when: 'before' | 'after') {
  let asked = 0;
  return {
    async ask<T>(question: () => Promise<T>): Promise<T> {
      asked += 1;
      if (asked > last || (asked === last && when === 'before')) throw new Crash();
      const isLast = asked === last;
      const answer = await question();
      if (isLast) throw new Crash();
      return answer;
    },
    /** Whether it comes to its end without a crash. */
    async ends(work: () => Promise<unknown>): Promise<boolean> {
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof Crash) return false;
        throw error;
      }
    },
  };
}
