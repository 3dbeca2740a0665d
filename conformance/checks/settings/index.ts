export * from './cache.ts'
export * from './change.ts'
export * from './object.ts'
export * from './refused.ts'
