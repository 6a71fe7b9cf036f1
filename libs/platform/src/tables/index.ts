export * from './columns';
export * from './define-table';
export * from './find-rows';
export * from './stored-form';
export * from './table-shape';
