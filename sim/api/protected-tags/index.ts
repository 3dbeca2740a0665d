export * from './protected-tags.ts'
