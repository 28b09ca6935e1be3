/** The canvases of a footprint, one over the other: they follow their container and the device's resolution, are painted at most once a frame, in the theme. */
import { type ChartTheme, fontsReady, readTheme, watchTheme } from '#chart/paint/chart-theme.ts';
import { FootprintBrush } from './footprint-brush.ts';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** Without a GPU a copy of one canvas to another costs more than its cells: the page composes them. */
export interface FootprintLayers {
  /** Opaque, keeps what was painted until it is resized. */
  readonly back: FootprintBrush;
  readonly front: FootprintBrush;
}

export interface CanvasPainters {
  paint(layers: FootprintLayers, size: CanvasSize): void;
  /** Over the layers, cleared: the crosshair, which moves more often than they do. */
  paintTop(top: FootprintBrush): void;
}

function newContext(root: HTMLElement, options: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  canvas.className = 'footprint-canvas';
  root.append(canvas);
  const context = canvas.getContext('2d', options);
  if (context === null) throw new Error('this browser has no canvas');
  return context;
}

export class FootprintCanvas {
  readonly root: HTMLElement;
  readonly #back: CanvasRenderingContext2D;
  readonly #front: CanvasRenderingContext2D;
  readonly #top: CanvasRenderingContext2D;
  readonly #painters: CanvasPainters;
  readonly #sizes: ResizeObserver;
  readonly #stopTheme: () => void;
  #theme: ChartTheme;
  #size: CanvasSize = { width: 0, height: 0 };
  #frame: number | null = null;
  /** The next frame paints more than the top. */
  #isWhole = false;
  #isReady = false;
  /** Width of a digit in em of the condensed face. */
  #digit = 0.5;

  constructor(container: HTMLElement, painters: CanvasPainters) {
    this.#painters = painters;
    this.root = document.createElement('div');
    this.root.className = 'footprint-root';
    this.root.tabIndex = 0;
    this.root.role = 'figure';
    this.root.ariaLabel = 'Footprint';
    this.#back = newContext(this.root, { alpha: false });
    this.#front = newContext(this.root, {});
    this.#top = newContext(this.root, {});
    container.append(this.root);
    this.#theme = readTheme(container);
    this.#stopTheme = watchTheme(() => {
      this.#theme = readTheme(container);
      this.request();
    });
    this.#sizes = new ResizeObserver(() => this.#resize());
    this.#sizes.observe(this.root);
    // Texts measured before the condensed face has come would be laid out wrongly
    void fontsReady(this.#theme, document.fonts).then(() => {
      this.#front.font = `400 100px ${this.#theme.font.condensed}`;
      this.#digit = this.#front.measureText('0').width / 100 || 0.5;
      this.#isReady = true;
      this.#resize();
    });
  }

  get digit(): number {
    return this.#digit;
  }

  get size(): CanvasSize {
    return this.#size;
  }

  request(): void {
    this.#isWhole = true;
    this.requestTop();
  }

  requestTop(): void {
    if (!this.#isReady) return;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#draw();
    });
  }

  dispose(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#isReady = false;
    this.#sizes.disconnect();
    this.#stopTheme();
    this.root.remove();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.#size = { width, height };
    this.request();
  }

  #draw(): void {
    const { width, height } = this.#size;
    if (width === 0 || height === 0) return;
    if (this.#isWhole)
      this.#painters.paint({ back: this.#brush(this.#back), front: this.#brush(this.#front) }, this.#size);
    this.#isWhole = false;
    const top = this.#brush(this.#top);
    top.context.clearRect(0, 0, width, height);
    this.#painters.paintTop(top);
  }

  #brush(context: CanvasRenderingContext2D): FootprintBrush {
    const { canvas } = context;
    const scale = devicePixelRatio;
    const [width, height] = [Math.round(this.#size.width * scale), Math.round(this.#size.height * scale)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.textBaseline = 'middle';
    return new FootprintBrush(context, this.#theme);
  }
}
