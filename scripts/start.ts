import { runProduct } from '#scripts/stack/run-product.ts';

process.exit(await runProduct('built'));
