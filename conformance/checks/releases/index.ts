export * from './group-releases.ts'
export * from './lifecycle.ts'
export * from './links.ts'
export * from './releases.ts'
