"""The US Chess rating report: three dBase files in a zip, layouts TA and 2C."""
