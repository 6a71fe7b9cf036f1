import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { theme } from '../app/theme';
import { everyFrame } from '../exchange/pace';

interface CanvasProps {
  readonly className: string;
  /** Draws everything; sizes and places in CSS pixels. `pointed` is where the pointer is. */
  readonly draw: (context: CanvasRenderingContext2D, place: CanvasPlace) => void;
  /** Calls what it is given whenever something has changed, until the returned function is called. */
  readonly follow: (changed: () => void) => () => void;
}

export interface CanvasPlace {
  readonly width: number;
  readonly height: number;
  readonly pointed: { readonly x: number; readonly y: number } | undefined;
}

/** A picture that fills its place: drawn once a frame at most, when what it shows, its size or the theme has changed. */
export function Canvas({ className, draw, follow }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointed = useRef<CanvasPlace['pointed']>(undefined);
  const ask = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    const picture = canvas.current;
    const context = picture?.getContext('2d');
    if (picture === null || !context) return;
    // Asking for these while it is drawn would have the whole page laid out in each frame.
    let [width, height] = [0, 0];
    const paced = everyFrame(() => draw(context, { width, height, pointed: pointed.current }));
    ask.current = () => paced.ask();
    const sized = new ResizeObserver(() => {
      [width, height] = [picture.clientWidth, picture.clientHeight];
      fitCanvas(picture, context, width, height);
      ask.current();
    });
    sized.observe(picture);
    const stops = [follow(ask.current), theme.subscribe(ask.current), () => sized.disconnect()];
    paced.ask();
    return () => {
      for (const stop of stops) stop();
      paced.stop();
    };
  }, [draw, follow]);
  const point = (event: MouseEvent | undefined) => {
    pointed.current = event && { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY };
    ask.current();
  };
  return (
    <canvas
      className={className}
      ref={canvas}
      aria-hidden="true"
      onMouseMove={point}
      onMouseLeave={() => point(undefined)}
    />
  );
}

/** Gives a canvas as many pixels as the screen has where it stands. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const [across, down] = [width, height].map((size) => Math.round(size * devicePixelRatio));
  if (canvas.width !== across) canvas.width = across ?? 0;
  if (canvas.height !== down) canvas.height = down ?? 0;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
}
