#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { processIo } from './io.ts'
import { run } from './run.ts'

// Node 22 and newer keep compiled code from one start to the next; older ones compile it each time.
const { enableCompileCache } = nodeModule as typeof nodeModule & { enableCompileCache?: () => unknown }
enableCompileCache?.()

// Not awaited: the executable has this as a module of CommonJS, which cannot wait at its top.
void run(process.argv.slice(2), processIo()).then((status) => {
  process.exitCode = status
})
