import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A part of the page that is loaded when it is first shown. One that could not be had fails as any part does, and is asked for
 * anew when it is shown again. `loading` stands in its place meanwhile.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loading: ReactNode,
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function LazyPart(props: P): ReactNode {
    // React remembers of a lazy component that it failed: each time it is shown has its own.
    const [Part] = useState<ComponentType<P>>(
      () => known ?? lazy(async () => ({ default: (known = await load()) })),
    );
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  };
}
