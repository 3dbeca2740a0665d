export * from './bodies.ts'
export * from './credentials.ts'
export * from './headers.ts'
export * from './paths.ts'
