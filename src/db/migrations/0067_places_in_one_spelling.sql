-- Until now any country could be said of a cart, down to one without taxes: nothing is known of where such a cart goes.
update cart_deliveries set country = null, state = null, city = null, postcode = null where country <> 'PK';
