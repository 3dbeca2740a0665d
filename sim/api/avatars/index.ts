export * from './avatars.ts'
