export * from './groups.ts'
export * from './links.ts'
export * from './releases.ts'
