// Joins what a start loads into few files: opening hundreds of small ones costs more than running them.
import { join } from 'node:path'

const folder = process.env.BUILD_FOLDER ?? 'dist'
const entries = ['sim/index', 'sim/cli/main', 'conformance/index']

// biome-ignore lint/style/noDefaultExport: where the bundler looks for its configuration.
export default {
  input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.js`)])),
  // Dependencies stay what they are: packages, to be installed.
  external: /^(?![./\\]|[A-Za-z]:)/,
  platform: 'node',
  logLevel: 'warn',
  output: {
    dir: join(folder, '.bundle'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
}
