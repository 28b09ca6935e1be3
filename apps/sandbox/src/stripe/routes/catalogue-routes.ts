/** /v1/products, /v1/prices, /v1/tax_rates: read, and made where a test wants another price. */
import {
  type ApiRoute,
  type Call,
  LIST_PARAMS,
  matchesActive,
  matching,
  page,
  paramObject,
  pathObject,
} from '#stripe/api/api.ts';
import { readRoute } from '#stripe/api/resource-routes.ts';
import { newPrice, newProduct, newTaxRate } from '#stripe/objects/catalogue-objects.ts';
import { change, create } from '#stripe/state/events.ts';
import { newId } from '#stripe/wire/ids.ts';
import { flag, hash, integer, mergedMetadata, requiredText, text, texts } from '#stripe/wire/params.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

function createProduct(call: Call): object {
  const { world, params } = call;
  const product = newProduct({
    id: newId('prod'),
    name: requiredText(params, 'name'),
    description: text(params, 'description') ?? null,
    created: world.clocks.now(null),
    default_price: null,
  });
  return create(world, 'product', { ...product, metadata: mergedMetadata({}, params) }, 'product.created');
}

function createPrice(call: Call): object {
  const { world, params } = call;
  const product = paramObject(call, 'product', 'product');
  const unit_amount = integer(params, 'unit_amount');
  if (product === undefined || unit_amount === undefined || unit_amount < 0) {
    throw invalid('The sandbox makes prices with product and unit_amount.', 'product', 'parameter_missing');
  }
  if (text(params, 'currency') !== 'gbp') throw invalid('The sandbox sells in gbp.', 'currency');
  if (text(hash(params, 'recurring') ?? {}, 'interval') !== 'month') {
    throw invalid('The sandbox sells by the month.', 'recurring[interval]');
  }
  if (text(params, 'tax_behavior') !== 'inclusive') {
    throw invalid('The prices of the sandbox include tax.', 'tax_behavior');
  }
  const price = newPrice({
    id: newId('price'),
    product: product.id,
    unit_amount,
    lookup_key: text(params, 'lookup_key') ?? null,
    nickname: text(params, 'nickname') ?? null,
    created: world.clocks.now(null),
    metadata: mergedMetadata({}, params),
  });
  return create(world, 'price', price, 'price.created');
}

function createTaxRate(call: Call): object {
  const { world, params } = call;
  const inclusive = flag(params, 'inclusive');
  if (inclusive !== true) throw invalid('The tax rates of the sandbox are inclusive.', 'inclusive');
  const percentage = Number(requiredText(params, 'percentage'));
  const rate = newTaxRate({
    id: newId('txr'),
    display_name: requiredText(params, 'display_name'),
    description: text(params, 'description') ?? null,
    country: text(params, 'country') ?? null,
    percentage,
    inclusive,
    created: world.clocks.now(null),
  });
  return create(world, 'tax_rate', rate, 'tax_rate.created');
}

export const CATALOGUE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/products',
    accepts: ['name', 'description', 'metadata'],
    answer: createProduct,
  },
  {
    method: 'GET',
    path: '/v1/products',
    accepts: [...LIST_PARAMS, 'created', 'active'],
    answer(call) {
      const rows = call.world.store.all('product').filter((one) => matchesActive(call.params, one));
      return page(call, '/v1/products', rows);
    },
  },
  readRoute('/v1/products', 'product'),
  {
    method: 'POST',
    path: '/v1/prices',
    accepts: [
      'product',
      'unit_amount',
      'currency',
      'recurring',
      'tax_behavior',
      'lookup_key',
      'nickname',
      'metadata',
    ],
    answer: createPrice,
  },
  {
    method: 'GET',
    path: '/v1/prices',
    accepts: [...LIST_PARAMS, 'created', 'active', 'product', 'currency', 'lookup_keys', 'type'],
    answer(call) {
      const keys = texts(call.params, 'lookup_keys');
      const rows = call.world.store
        .all('price')
        .filter((one) => matchesActive(call.params, one))
        .filter((one) => keys === undefined || (one.lookup_key !== null && keys.includes(one.lookup_key)));
      return page(call, '/v1/prices', matching(rows, call.params, ['product', 'currency', 'type']));
    },
  },
  readRoute('/v1/prices', 'price'),
  {
    method: 'POST',
    path: '/v1/prices/:id',
    accepts: ['active', 'metadata', 'nickname'],
    answer(call) {
      const price = pathObject(call, 'price');
      const patch = {
        active: flag(call.params, 'active') ?? price.active,
        nickname: text(call.params, 'nickname') ?? price.nickname,
        metadata: mergedMetadata(price.metadata, call.params),
      };
      return change(call.world, 'price', price, patch, 'price.updated');
    },
  },
  {
    method: 'POST',
    path: '/v1/tax_rates',
    accepts: [
      'display_name',
      'description',
      'country',
      'percentage',
      'inclusive',
      'tax_type',
      'jurisdiction',
    ],
    answer: createTaxRate,
  },
  {
    method: 'GET',
    path: '/v1/tax_rates',
    accepts: [...LIST_PARAMS, 'created', 'active', 'inclusive'],
    answer(call) {
      const rows = call.world.store.all('tax_rate').filter((one) => matchesActive(call.params, one));
      const inclusive = flag(call.params, 'inclusive');
      return page(
        call,
        '/v1/tax_rates',
        rows.filter((one) => inclusive === undefined || one.inclusive === inclusive),
      );
    },
  },
  readRoute('/v1/tax_rates', 'tax_rate'),
];
