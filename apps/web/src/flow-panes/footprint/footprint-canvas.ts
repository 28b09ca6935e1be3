/** The canvas of a footprint: follows its container and the device's resolution, paints at most once a frame, reads the theme. */
import { type ChartTheme, fontsReady, readTheme, watchTheme } from '#chart/paint/chart-theme.ts';
import { FootprintBrush } from './footprint-brush.ts';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

export class FootprintCanvas {
  readonly root: HTMLElement;
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #paint: (brush: FootprintBrush, size: CanvasSize) => void;
  readonly #sizes: ResizeObserver;
  readonly #stopTheme: () => void;
  #theme: ChartTheme;
  #size: CanvasSize = { width: 0, height: 0 };
  #frame: number | null = null;
  #isReady = false;
  /** Width of a digit in em of the condensed face. */
  #digit = 0.5;

  constructor(container: HTMLElement, paint: (brush: FootprintBrush, size: CanvasSize) => void) {
    this.#paint = paint;
    this.root = document.createElement('div');
    this.root.className = 'footprint-root';
    this.root.tabIndex = 0;
    this.root.role = 'figure';
    this.root.ariaLabel = 'Footprint';
    this.#canvas.ariaHidden = 'true';
    this.#canvas.className = 'footprint-canvas';
    this.root.append(this.#canvas);
    container.append(this.root);
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('this browser has no canvas');
    this.#context = context;
    this.#theme = readTheme(container);
    this.#stopTheme = watchTheme(() => {
      this.#theme = readTheme(container);
      this.request();
    });
    this.#sizes = new ResizeObserver(() => this.#resize());
    this.#sizes.observe(this.root);
    // Texts measured before the condensed face has come would be laid out wrongly
    void fontsReady(this.#theme, document.fonts).then(() => {
      this.#context.font = `400 100px ${this.#theme.font.condensed}`;
      this.#digit = this.#context.measureText('0').width / 100 || 0.5;
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
    const scale = devicePixelRatio;
    const [deviceWidth, deviceHeight] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== deviceWidth) this.#canvas.width = deviceWidth;
    if (this.#canvas.height !== deviceHeight) this.#canvas.height = deviceHeight;
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
    this.#context.textBaseline = 'middle';
    this.#paint(new FootprintBrush(this.#context, this.#theme), this.#size);
  }
}
