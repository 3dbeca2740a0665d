export * from './releases.ts'
export * from './replay.ts'
export * from './variables.ts'
