export * from './signature.ts'
export * from './tags.ts'
