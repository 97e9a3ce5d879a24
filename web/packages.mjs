// Says as JSON which packages the built page holds code of: the page is built once more, and nothing is written.
// `tools.write_third_party` reads it.
import { build } from "vite";

const ids = new Set();
const collector = {
  name: "collector",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const [id, module] of Object.entries(chunk.modules ?? {})) if (module.renderedLength > 0) ids.add(id);
    // what a style sheet or a picture comes from stands in no chunk
    for (const id of this.getModuleIds()) if (!/\.(js|mjs|cjs|ts|svelte)(\?|$)/.test(id)) ids.add(id);
  },
};
// helpers of the builder itself have names that begin with a zero byte
const packageOf = (id) =>
  id.startsWith("\0") ? /^\0(vite|rolldown)\//.exec(id)?.[1] : /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];

await build({ logLevel: "silent", plugins: [collector], build: { write: false } });
console.log(JSON.stringify([...new Set([...ids].map(packageOf).filter(Boolean))].sort()));
