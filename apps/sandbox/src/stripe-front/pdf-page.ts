/** A PDF of one A4 page, written by hand: lines of text in Helvetica, and rules. */

const WIDTH = 595;
const HEIGHT = 842;

export interface PdfText {
  readonly text: string;
  /** Points from the left edge; of a right-aligned text its right end. */
  readonly x: number;
  /** Points from the top. */
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly right?: boolean;
}

export interface PdfRule {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** Windows-1252 beyond Latin-1, as far as our texts need it. */
const EXTRA: Readonly<Record<string, number>> = { '€': 0x80, '…': 0x85, '’': 0x92, '–': 0x96, '—': 0x97 };
/** Widths of Helvetica's digits and signs in thousandths; all else is taken as an average letter. */
const WIDTHS: Readonly<Record<string, number>> = { ' ': 278, '.': 278, ',': 278, '-': 333, i: 222, l: 222 };
const DIGIT = 556;

function encoded(text: string): Buffer {
  const plain = text.replaceAll('−', '-');
  return Buffer.from(
    [...plain].map(
      (char) => EXTRA[char] ?? ((char.codePointAt(0) ?? 0) <= 0xff ? (char.codePointAt(0) ?? 63) : 63),
    ),
  );
}

function literal(text: string): string {
  return encoded(text)
    .toString('latin1')
    .replaceAll(/[\\()]/g, '\\$&')
    .replaceAll(/[\r\n]/g, ' ');
}

function widthOf(text: string, size: number): number {
  const thousandths = [...text.replaceAll('−', '-')].reduce((sum, char) => sum + (WIDTHS[char] ?? DIGIT), 0);
  return (thousandths * size) / 1000;
}

function drawn({ text, x, y, size, bold, right }: PdfText): string {
  const left = right === true ? x - widthOf(text, size) : x;
  return `BT /${bold === true ? 'B' : 'R'} ${size} Tf ${left.toFixed(2)} ${(HEIGHT - y).toFixed(2)} Td (${literal(text)}) Tj ET`;
}

/** The bytes of the document. */
export function pdfPage(title: string, texts: readonly PdfText[], rules: readonly PdfRule[]): Buffer {
  const lines = rules.map(
    ({ y, from, to }) => `0.75 w 0.6 G ${from} ${HEIGHT - y} m ${to} ${HEIGHT - y} l S`,
  );
  const content = [...lines, ...texts.map(drawn)].join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${literal(title)}) /Producer (Undertow sandbox) >>`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
