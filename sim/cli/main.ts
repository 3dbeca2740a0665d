#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { processIo } from './io.ts'
import { run } from './run.ts'

// Node 22 and newer keep compiled code from one start to the next; older ones compile it each time.
const { enableCompileCache } = nodeModule as typeof nodeModule & { enableCompileCache?: () => unknown }
enableCompileCache?.()

process.exitCode = await run(process.argv.slice(2), processIo())
