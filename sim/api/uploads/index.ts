export * from './stored-uploads.ts'
export * from './uploads.ts'
