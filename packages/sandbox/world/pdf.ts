/** Page layout in points; `lineChars` is the number of characters per line. */
const left = 56;
const top = 780;
const lineHeight = 16;
const lineChars = 88;

/** Code points of Windows-1252 beyond Latin-1 that the world's pages use. */
const windows1252: Record<string, number> = {
  '€': 0x80,
  '„': 0x84,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
};

/** Makes a PDF 1.4 in Helvetica with one page per sheet of sentences; the first has the title. Latin letters only. */
export function makePdf(title: string, sheets: readonly (readonly string[])[]): Buffer {
  const contents = sheets.map((sentences, index) => pageContent([...(index === 0 ? [title, ''] : []), ...sentences]));
  const fontId = 3 + 2 * contents.length;
  const pageIds = contents.map((_content, index) => 3 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${fontId} 0 R >> >> /Contents ${4 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  return Buffer.from(writeFile(objects), 'latin1');
}

function writeFile(objects: readonly string[]): string {
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

function pageContent(paragraphs: readonly string[]): string {
  const lines = paragraphs.flatMap(wrap);
  return `BT /F1 11 Tf ${left} ${top} Td ${lineHeight} TL\n${lines.map((line) => `(${encode(line)}) Tj T*`).join('\n')}\nET`;
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= lineChars) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** Encodes one byte per character, in the font's encoding, with parentheses and backslashes escaped. */
function encode(text: string): string {
  return Array.from(text)
    .map((char) => {
      const code = windows1252[char] ?? char.charCodeAt(0);
      return String.fromCharCode(code > 0xff ? 0x3f : code);
    })
    .join('')
    .replaceAll(/[\\()]/g, String.raw`\$&`);
}
