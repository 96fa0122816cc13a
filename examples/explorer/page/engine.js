// The library, compiled to WebAssembly: starts it, asks it, and reads its answers.

let engine = null;

/** Starts the engine, whose compressed bytes are in the page itself. */
export async function startEngine() {
  const text = document.getElementById('engine').textContent.trim();
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  engine = await createEngine({wasmBinary: await new Response(plain).arrayBuffer()});
}

/** The index of the UTF-16 unit at a byte of the text, as the engine counts. */
function unitOfByte(text, byte) {
  let bytes = 0;
  for (let i = 0; i < text.length; ++i) {
    if (bytes >= byte) return i;
    const code = text.codePointAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) ++i;
  }
  return text.length;
}

/** Explains {x, names, index, value, rule, mode}; see report.hpp for what comes back. */
export function explore(request) {
  const plain = text => text.replaceAll('\0', ' ');
  const answer = JSON.parse(engine.ccall(
      'explore', 'string', ['string', 'string', 'string', 'string', 'number', 'number'],
      [plain(request.x), plain(request.names), plain(request.index), plain(request.value),
       request.rule, request.mode]));
  if (!answer.ok) answer.position = unitOfByte(request[answer.field], answer.position);
  return answer;
}

/** Reads the bytes of a .npy file: {text} for the first field, or {message}. */
export function readNpy(bytes) {
  const place = engine._malloc(bytes.length || 1);
  if (place === 0) return {message: 'there is not enough memory for this file'};
  engine.HEAPU8.set(bytes, place);
  const answer = JSON.parse(engine.ccall('read_npy', 'string', ['number', 'number'], [place, bytes.length]));
  engine._free(place);
  return answer;
}

/** Bytes of memory that the engine has taken; tests watch it. */
export function engineBytes() {
  return engine.HEAPU8.length;
}
