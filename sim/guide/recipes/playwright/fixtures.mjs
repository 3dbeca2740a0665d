import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { test as base } from '@playwright/test'
import { build } from 'esbuild'
import { createSimulator } from 'forgery'

/** `site` serves the pages, `sim` is a world of the test's own, `api` is where that is served. */
export const test = base.extend({
  site: [
    async ({}, use) => {
      const entryPoints = ['with-server.mjs', 'with-msw.mjs']
      await build({ entryPoints, outdir: 'built', bundle: true, format: 'esm', logLevel: 'error' })
      const server = createServer(async ({ url }, reply) => {
        const [, name = ''] = /^\/([\w-]+)(?:\.js)?(?:\?|$)/.exec(url) ?? []
        const isScript = url.endsWith('.js')
        const place = name === 'mockServiceWorker' ? 'node_modules/msw/lib/' : 'built/'
        reply.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        reply.end(
          isScript
            ? await readFile(`${place}${name}.js`)
            : `<script type="module" src="/${name}.js"></script>`,
        )
      })
      await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
      await use(`http://127.0.0.1:${server.address().port}`)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  world: [async ({}, use) => use(createSimulator({ dialect: 'real' })), { scope: 'worker' }],
  sim: ({ world }, use) => use(world.fork()),
  api: async ({ sim }, use, info) => {
    const server = await sim.listen()
    await use(server.url)
    await server.close()
    // What was refused, and why.
    const refused = sim.journal.entries({ status: '4xx' })
    if (info.error) for (const { id, path } of refused) console.log(path, sim.explain(id).because)
  },
})
