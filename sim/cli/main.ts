#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { cacheFolder } from './start/cache-folder.ts'
import { withKeptCode } from './start/kept-code.ts'

// Node 22.1 and newer keep compiled code from one start to the next by themselves.
const { enableCompileCache } = nodeModule as typeof nodeModule & {
  enableCompileCache?: (folder: string) => unknown
}
// Its own choice is a folder below that of all users' temporary files, where another may have put code before.
const folder = enableCompileCache && cacheFolder(process.env, 'modules')
if (folder !== undefined) enableCompileCache?.(folder)

const kept =
  enableCompileCache === undefined
    ? withKeptCode(new URL('begin.js', import.meta.url), process.env)
    : undefined
// Not awaited: the executable has this as a module of CommonJS, which cannot wait at its top.
void ((kept as Promise<typeof import('./begin.ts')> | undefined) ?? import('./begin.ts')).then(({ begin }) =>
  begin(),
)
