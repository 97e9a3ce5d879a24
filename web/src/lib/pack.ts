// A text made short enough for a link, and back.
const bytes = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

export async function pack(text: string): Promise<string> {
  const packed = await bytes(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...packed))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

export async function unpack(packed: string): Promise<string> {
  const raw = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  return new TextDecoder().decode(
    await bytes(new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate-raw"))),
  );
}
